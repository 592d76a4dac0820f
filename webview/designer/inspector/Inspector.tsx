import './inspector.css';
import type { ReactNode } from 'react';
import { useDesignerState, useScene } from '../designer';
import { inspectorTexts } from '../inspectorTexts';
import { selectedOf } from '../selection';
import { FlowPanel } from './FlowPanel';
import { Head } from './Head';
import { LoopPanel } from './LoopPanel';
import { Many } from './Many';
import { RouteFields } from './RouteFields';
import { StepPanel } from './StepPanel';

/** Every field of what is selected; of the flow where nothing is. */
export function Inspector(): ReactNode {
  const selection = useDesignerState((state) => state.selection);
  return (
    <aside className="inspector" aria-label={inspectorTexts.label}>
      {selection.length > 1 ? <Many selection={selection} /> : <One key={selection[0] ?? ''} name={selection[0]} />}
    </aside>
  );
}

function One({ name }: { readonly name: string | undefined }): ReactNode {
  const { graph } = useScene();
  if (name !== undefined) {
    const selected = selectedOf(name);
    const step = graph.steps.find((item) => selected.type === 'step' && item.id === selected.id);
    if (step) return <StepPanel step={step} />;
    const loop = graph.loops.find((item) => selected.type === 'loop' && item.id === selected.id);
    if (loop) return <LoopPanel loop={loop} />;
    const route = graph.routes.find((item) => selected.type === 'route' && item.id === selected.id);
    if (route)
      return (
        <>
          <Head
            icon="route"
            kind=""
            title={`${route.from} → ${route.to}`}
            type={inspectorTexts.route}
            path={route.path}
          />
          <RouteFields route={route} />
        </>
      );
  }
  return (
    <>
      <Head icon="flow" kind="" title="" type={inspectorTexts.flow} path={[]} />
      <FlowPanel />
    </>
  );
}

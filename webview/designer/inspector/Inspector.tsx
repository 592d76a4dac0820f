import './inspector.css';
import type { ReactNode } from 'react';
import type { GraphLoop, GraphStep } from '../../../engine/flow/graph';
import { STEP_KINDS } from '../../../engine/flow/names';
import type { JsonPath } from '../../../engine/json';
import { at, isObject } from '../../../engine/json';
import { Button } from '../../controls/Button';
import { IconButton } from '../../controls/IconButton';
import { deleteSelection, wrapSelection } from '../commands';
import { useDesigner, useDesignerState, useScene } from '../designer';
import type { IconName } from '../icons';
import { Icon, kindIcon, loopIcon } from '../icons';
import { selectedOf } from '../selection';
import { texts } from '../texts';
import { AskFields } from './AskFields';
import { FlowFields } from './FlowFields';
import { Value } from './fields';
import { IdField } from './IdField';
import { JsonFields } from './JsonFields';
import { JudgeFields } from './JudgeFields';
import { KNOWN_KEYS } from './knownKeys';
import { LoopFields } from './LoopFields';
import { RouteFields } from './RouteFields';
import { RouterFields } from './RouterFields';
import { Section } from './Section';
import { VerifyFields } from './VerifyFields';
import { WorkFields } from './WorkFields';

/** Every field of what is selected; of the flow where nothing is. */
export function Inspector(): ReactNode {
  const selection = useDesignerState((state) => state.selection);
  return (
    <aside className="inspector" aria-label={texts.inspector.label}>
      {selection.length > 1 ? <Many count={selection.length} /> : <One key={selection[0] ?? ''} name={selection[0]} />}
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
    if (loop) return <LoopPanel id={loop.id} type={loop.type} path={loop.path} />;
    const route = graph.routes.find((item) => selected.type === 'route' && item.id === selected.id);
    if (route)
      return (
        <>
          <Head
            icon="route"
            kind=""
            title={`${route.from} → ${route.to}`}
            type={texts.inspector.route}
            path={route.path}
          />
          <RouteFields route={route} />
        </>
      );
  }
  return (
    <>
      <Head icon="flow" kind="" title="" type={texts.inspector.flow} path={[]} />
      <FlowFields />
    </>
  );
}

function StepPanel({ step }: { readonly step: GraphStep }): ReactNode {
  const { graph } = useScene();
  return (
    <>
      <Head
        icon={kindIcon(step.kind)}
        kind={step.kind}
        title={step.title}
        type={texts.kind(step.kind)}
        path={step.path}
      />
      <Section title={texts.inspector.groups.identity}>
        <div className="row">
          <IdField
            path={step.path}
            id={step.id}
            taken={graph.steps.map((item) => item.id)}
            rename={(to) => ({ type: 'renameStep', from: step.id, to })}
          />
          <Value path={[...step.path, 'title']} label={texts.inspector.fields.title} placeholder={step.id} />
        </div>
      </Section>
      <KindFields step={step} />
      <Others kind={step.kind} path={step.path} />
    </>
  );
}

function KindFields({ step }: { readonly step: GraphStep }): ReactNode {
  switch (step.kind) {
    case 'work':
      return <WorkFields path={step.path} />;
    case 'verify':
      return <VerifyFields path={step.path} />;
    case 'judge':
      return <JudgeFields path={step.path} />;
    case 'router':
      return <RouterFields path={step.path} />;
    case 'ask':
      return <AskFields path={step.path} />;
    default:
      return (
        <>
          {isKind(step.kind) ? null : <p className="field-hint">{texts.inspector.unknownKind(step.kind)}</p>}
          <JsonFields path={step.path} but={['kind', 'title']} />
        </>
      );
  }
}

function LoopPanel({ id, type, path }: Pick<GraphLoop, 'id' | 'type' | 'path'>): ReactNode {
  const { graph } = useScene();
  return (
    <>
      <Head icon={loopIcon(type)} kind="" title={id} type={texts.loop(type).name} path={path} />
      <Section title={texts.inspector.groups.identity}>
        <IdField
          path={path}
          id={id}
          taken={graph.loops.map((item) => item.id)}
          rename={(to) => ({ type: 'renameLoop', from: id, to })}
        />
      </Section>
      {type === 'group' || type === 'improve' ? (
        <JsonFields path={path} but={[]} />
      ) : (
        <>
          <LoopFields path={path} />
          <Others kind="loop" path={path} />
        </>
      )}
    </>
  );
}

interface HeadProps {
  readonly icon: IconName;
  readonly kind: string;
  readonly title: string;
  readonly type: string;
  readonly path: JsonPath;
}

function Head({ icon, kind, title, type, path }: HeadProps): ReactNode {
  const designer = useDesigner();
  const { locked } = useScene();
  return (
    <header className={`kind-${kind}`}>
      <span className="face-kind">
        <Icon name={icon} />
      </span>
      <h2>
        {type} {title && <span className="inspector-title">{title}</span>}
      </h2>
      <IconButton
        icon={<Icon name="text" />}
        name={texts.inspector.openText}
        onPress={() => designer.host.post({ type: 'openText', path })}
      />
      {path.length > 0 && (
        <IconButton
          icon={<Icon name="remove" />}
          name={texts.inspector.remove}
          disabled={locked !== null}
          onPress={() => deleteSelection(designer)}
        />
      )}
    </header>
  );
}

function Many({ count }: { readonly count: number }): ReactNode {
  const designer = useDesigner();
  const { locked } = useScene();
  return (
    <>
      <header>
        <h2>{texts.inspector.many(count)}</h2>
      </header>
      <section className="group">
        <Button disabled={locked !== null} onPress={() => wrapSelection(designer)}>
          {texts.inspector.wrap}
        </Button>
        <Button disabled={locked !== null} onPress={() => deleteSelection(designer)}>
          {texts.inspector.remove}
        </Button>
      </section>
    </>
  );
}

const isKind = (kind: string): boolean => STEP_KINDS.some((each) => each === kind);

/** Keys that have no field here are named, so that nobody thinks they are gone. */
function Others({ kind, path }: { readonly kind: string; readonly path: JsonPath }): ReactNode {
  const { flow } = useScene();
  const value = at(flow, path);
  const known = KNOWN_KEYS[kind];
  const others = isObject(value) && known ? Object.keys(value).filter((key) => !known.includes(key)) : [];
  return others.length > 0 ? <p className="field-hint others">{texts.inspector.others(others.join(', '))}</p> : null;
}

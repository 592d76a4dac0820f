import type { ReactNode } from 'react';
import type { Route } from '../../../engine/flow/graph';
import { Select } from '../../controls/Select';
import { useDesigner, useScene } from '../designer';
import { inspectorTexts } from '../inspectorTexts';
import { notesOn } from '../problems/issues';
import { texts } from '../texts';
import { CelField } from './CelField';
import { Section } from './Section';
import { targetOptions } from './targetOptions';

const { fields, groups } = inspectorTexts;

export function RouteFields({ route }: { readonly route: Route }): ReactNode {
  const designer = useDesigner();
  const scene = useScene();
  return (
    <Section id="route" title={groups.routes}>
      <p className="fact">
        {fields.from} <strong>{route.from}</strong>
        {route.label && ` · ${route.label}`}
      </p>
      <Select
        label={fields.to}
        value={route.to}
        options={targetOptions(scene)}
        {...notesOn(scene.snapshot.issues, route.path)}
        disabled={scene.locked !== null}
        onChoose={(to) =>
          designer.edit({ type: 'reconnect', route: route.id, to }, texts.said.connected(route.from, to))
        }
      />
      {route.kind === 'case' && <CelField path={[...route.path.slice(0, -1), 'when']} label={fields.when} required />}
    </Section>
  );
}

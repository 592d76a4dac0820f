import type { ReactNode } from 'react';
import type { Json } from '../../../engine/json';
import { isObject } from '../../../engine/json';
import { Select } from '../../controls/Select';
import { useDesigner } from '../designer';
import { simulateTexts as texts } from './simulateTexts';
import { useSimulating } from './useSimulating';

const { usage } = texts.outcomes;

/** What every turn reports of its usage that says nothing of its own. */
export function UsageChoice(): ReactNode {
  const { simulator } = useDesigner();
  const script = useSimulating((state) => state.script);
  return (
    <Select
      label={texts.usage}
      value={usageIn(script)}
      options={[
        { value: 'known', text: usage.known },
        { value: 'free', text: usage.free },
        { value: 'absent', text: usage.absent },
        ...(usageIn(script) === 'other' ? [{ value: 'other', text: texts.outcomes.other }] : []),
      ]}
      onChoose={(value) => {
        const { usage: _, ...rest } = isObject(script) ? script : {};
        simulator.play(value === 'known' ? rest : { ...rest, usage: value });
      }}
    />
  );
}

function usageIn(script: Json): string {
  const said = isObject(script) ? script.usage : undefined;
  if (said === undefined) return 'known';
  return said === 'free' || said === 'absent' ? said : 'other';
}

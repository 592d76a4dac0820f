import type { ReactNode } from 'react';
import type { Flow } from '../../../engine/flow/schema';
import type { Json } from '../../../engine/json';
import type { Preset, PresetName } from '../../../engine/run/simulated/presets';
import { PRESETS } from '../../../engine/run/simulated/presets';
import { Select } from '../../controls/Select';
import { useDesigner } from '../designer';
import { simulateTexts as texts } from './simulateTexts';

const OWN = 'own';
const presets: Readonly<Record<PresetName, Preset>> = PRESETS;
const names = Object.keys(presets) as readonly PresetName[];

export interface Story {
  readonly name: PresetName;
  readonly script: Json;
}

interface StoryChoiceProps {
  readonly stories: readonly Story[];
  /** Null: the outcomes are one's own. */
  readonly story: PresetName | null;
}

/** The engine's own stories, as far as the flow has what they are about. A story that was changed is one's own. */
export function StoryChoice({ stories, story }: StoryChoiceProps): ReactNode {
  const { simulator } = useDesigner();
  return (
    <Select
      label={texts.preset}
      value={story ?? OWN}
      options={[
        { value: OWN, text: texts.ownStory },
        ...stories.map(({ name }) => ({ value: name, text: texts.presets[name].title })),
      ]}
      onChoose={(value) => simulator.play(stories.find(({ name }) => name === value)?.script ?? {})}
    />
  );
}

export const storiesOf = (flow: Flow): readonly Story[] =>
  names.flatMap((name) =>
    presets[name].fits(flow) ? [{ name, script: JSON.parse(JSON.stringify(presets[name].script(flow))) }] : [],
  );

import type { ReactNode } from 'react';
import { useMemo } from 'react';
import type { Flow } from '../../../engine/flow/schema';
import type { Json } from '../../../engine/json';
import type { Preset, PresetName } from '../../../engine/run/simulated/presets';
import { PRESETS } from '../../../engine/run/simulated/presets';
import { Select } from '../../controls/Select';
import { useDesigner } from '../designer';
import { simulateTexts as texts } from './simulateTexts';
import { useSimulating } from './useSimulating';

const OWN = 'own';
const presets: Readonly<Record<PresetName, Preset>> = PRESETS;
const names = Object.keys(presets) as readonly PresetName[];

interface Story {
  readonly name: PresetName;
  readonly script: Json;
}

/** The engine's own stories, as far as the flow has what they are about. A story that was changed is one's own. */
export function StoryChoice({ flow }: { readonly flow: Flow }): ReactNode {
  const { simulator } = useDesigner();
  const script = useSimulating((state) => state.script);
  const stories = useMemo(() => storiesOf(flow), [flow]);
  const text = JSON.stringify(script);
  const story = stories.find((each) => JSON.stringify(each.script) === text)?.name;
  return (
    <div className="simulate-story">
      <Select
        label={texts.preset}
        value={story ?? OWN}
        hint={story ? texts.presets[story].shows : texts.ownShows}
        options={[
          { value: OWN, text: texts.ownStory },
          ...stories.map(({ name }) => ({ value: name, text: texts.presets[name].title })),
        ]}
        onChoose={(value) => simulator.play(stories.find(({ name }) => name === value)?.script ?? {})}
      />
    </div>
  );
}

const storiesOf = (flow: Flow): readonly Story[] =>
  names.flatMap((name) =>
    presets[name].fits(flow) ? [{ name, script: JSON.parse(JSON.stringify(presets[name].script(flow))) }] : [],
  );

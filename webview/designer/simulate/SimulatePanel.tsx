import './simulate.css';
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import type { Flow } from '../../../engine/flow/schema';
import type { Issue } from '../../../engine/issue';
import { Button } from '../../controls/Button';
import { useDesigner, useScene } from '../designer';
import { limitsTexts } from '../limits/limitsTexts';
import { ModeSwitch } from '../limits/ModeSwitch';
import { Outcomes } from './Outcomes';
import { Player, stepByKey } from './Player';
import { ResultTable } from './ResultTable';
import { StoryChoice, storiesOf } from './StoryChoice';
import { simulateTexts as texts } from './simulateTexts';
import { playedOf } from './simulator';
import { soundFlow } from './soundFlow';
import { UsageChoice } from './UsageChoice';
import { useSimulating } from './useSimulating';

/** Outcomes on the left, what the engine makes of them on the right, and the way through it above. */
export function SimulatePanel(): ReactNode {
  const { snapshot } = useScene();
  const flow = useMemo(() => soundFlow(snapshot), [snapshot]);
  if (flow === null) return <p className="simulate-note">{texts.mend}</p>;
  return <Simulation flow={flow} />;
}

function Simulation({ flow }: { readonly flow: Flow }): ReactNode {
  const { simulator } = useDesigner();
  const shown = useSimulating((state) => state.shown);
  const awaited = useSimulating((state) => state.awaited);
  const script = useSimulating((state) => state.script);
  const played = playedOf({ shown });
  const issues: readonly Issue[] = shown?.result.ok === false && !awaited ? shown.result.issues : [];
  const untils = Object.values(flow.loops ?? {}).some(({ type }) => type === 'until');
  const stories = useMemo(() => storiesOf(flow), [flow]);
  const story = stories.find((each) => JSON.stringify(each.script) === JSON.stringify(script))?.name ?? null;
  const stale = shown?.stale === true && !awaited;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that step, from whatever in the panel has the focus.
    <div className="simulate" data-awaited={awaited} onKeyDown={(event) => stepByKey(simulator, event)}>
      <div className="simulate-head">
        <StoryChoice stories={stories} story={story} />
        <ModeSwitch hint={untils ? 'simulate-mode' : undefined} />
        <UsageChoice />
        <Button primary={shown === null || stale} onPress={() => simulator.play(script)}>
          {shown === null ? texts.play : texts.again}
        </Button>
        <p className="simulate-shows">
          <span id="simulate-story">{story ? texts.presets[story].shows : texts.ownShows}</span>
          {untils && <span id="simulate-mode">{limitsTexts.until}</span>}
        </p>
        {played && <Player played={played} />}
      </div>
      {stale && (
        <p className="simulate-stale" role="status">
          {texts.stale}
        </p>
      )}
      <div className="simulate-rooms">
        <Outcomes flow={flow} played={played} issues={issues} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys, too. */}
        <section className="simulate-result" aria-label={texts.result.label} tabIndex={0}>
          {issues.length > 0 && <Refused issues={issues} />}
          {played ? <ResultTable played={played} /> : issues.length === 0 && <Empty awaited={awaited} />}
        </section>
      </div>
    </div>
  );
}

const Empty = ({ awaited }: { readonly awaited: boolean }): ReactNode => (
  <p className="simulate-note">{awaited ? texts.working : texts.start}</p>
);

function Refused({ issues }: { readonly issues: readonly Issue[] }): ReactNode {
  return (
    <div className="simulate-refused" role="alert">
      <p>{texts.refused}</p>
      <ul>
        {issues.map(({ path, message }) => (
          <li key={`${path.join('/')} ${message}`}>
            {path.length > 0 && <code>{path.join(' › ')}</code>} {message}
          </li>
        ))}
      </ul>
    </div>
  );
}

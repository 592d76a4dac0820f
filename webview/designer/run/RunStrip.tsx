import type { ReactNode } from 'react';
import { hasErrors } from '../../../engine/issue';
import { Button } from '../../controls/Button';
import { debugTexts } from '../debug/debugTexts';
import { useDesigner, useScene } from '../designer';
import { useSimulating } from '../simulate/useSimulating';
import { texts } from '../texts';
import { RunStart } from './RunStart';
import { runTexts } from './runTexts';

const GOING = ['running', 'parked', 'waiting'];

/** How the run stands that is shown on the canvas, and the two things one can do about it. */
export function RunStrip(): ReactNode {
  const designer = useDesigner();
  const { snapshot } = useScene();
  const simulated = useSimulating((state) => state.moment !== null);
  const run = useSimulating((state) => state.run);
  const shown = snapshot.run;
  const { broken, issues } = snapshot;
  const latches = shown ? Object.keys(shown.latches).length : 0;
  const going = run !== null && GOING.includes(run.status);
  const runnable = broken === null && snapshot.flow !== null && !hasErrors(issues);
  return (
    <section className="run-strip" aria-label={texts.run.label}>
      {simulated ? (
        <span className="run-simulated">{runTexts.simulated}</span>
      ) : (
        <span className={`run-status${going ? ' going' : ''}`} data-run={run?.id}>
          {run ? texts.run.status(run.id, run.status) : texts.run.none}
        </span>
      )}
      {shown?.moment && <span className="run-moment">{shown.moment}</span>}
      {shown?.pass && <span className="run-pass">{shown.pass}</span>}
      {shown?.held && (
        <span className="run-held" title={shown.held.why}>
          {debugTexts.heldAt(shown.held.steps.join(', ') || debugTexts.nothingDue)}
        </span>
      )}
      {latches > 0 && <span className="run-latches">{texts.run.latches(latches)}</span>}
      {going ? (
        <Button onPress={() => designer.host.post({ type: 'stop' })}>{texts.run.stop}</Button>
      ) : (
        <RunStart runnable={runnable} />
      )}
    </section>
  );
}

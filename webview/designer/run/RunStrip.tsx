import type { ReactNode } from 'react';
import { hasErrors } from '../../../engine/issue';
import { Button } from '../../controls/Button';
import { useDesigner, useScene } from '../designer';
import { texts } from '../texts';

const GOING = ['running', 'parked', 'waiting'];

/** How the run stands that is shown on the canvas, and the two things one can do about it. */
export function RunStrip(): ReactNode {
  const designer = useDesigner();
  const { snapshot } = useScene();
  const { run, broken, issues } = snapshot;
  const latches = run ? Object.keys(run.latches).length : 0;
  const going = run !== null && GOING.includes(run.status);
  const runnable = broken === null && snapshot.flow !== null && !hasErrors(issues);
  return (
    <section className="run-strip" aria-label={texts.run.label}>
      <span className={`run-status${going ? ' going' : ''}`} data-run={run?.id}>
        {run ? texts.run.status(run.id, run.status) : texts.run.none}
      </span>
      {run?.pass && <span className="run-pass">{run.pass}</span>}
      {latches > 0 && <span className="run-latches">{texts.run.latches(latches)}</span>}
      {going ? (
        <Button onPress={() => designer.host.post({ type: 'stop' })}>{texts.run.stop}</Button>
      ) : (
        <Button
          primary
          disabled={!runnable}
          title={runnable ? undefined : texts.run.mend}
          onPress={() => designer.host.post({ type: 'run' })}
        >
          {texts.run.run}
        </Button>
      )}
    </section>
  );
}

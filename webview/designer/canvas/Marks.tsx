import type { ReactNode } from 'react';
import { Icon } from '../icons';
import { texts } from '../texts';
import type { StepData } from './drawing';

/** Beside a step's title: its latch, how the run stands, its problems, whether the flow starts here. */
export function Marks({ data }: { readonly data: StepData }): ReactNode {
  const { errors, warnings } = data.tally;
  return (
    <span className="face-marks" aria-hidden="true">
      {data.latch !== null && <LatchMark why={data.latch} />}
      {data.state && <RunMark state={data.state} />}
      {errors > 0 && <span className="badge badge-error">{errors}</span>}
      {errors === 0 && warnings > 0 && <span className="badge badge-warning">{warnings}</span>}
      {data.start && errors + warnings === 0 && !data.state && (
        <span className="mark mark-start" title={texts.canvas.start}>
          <Icon name="start" size={12} />
        </span>
      )}
    </span>
  );
}

export const LatchMark = ({ why }: { readonly why: string }): ReactNode => (
  <span className="mark mark-latch" title={texts.canvas.latch(why)}>
    <Icon name="latch" size={14} />
  </span>
);

export function RunMark({ state }: { readonly state: NonNullable<StepData['state']> }): ReactNode {
  const icons = { done: 'done', failed: 'close' } as const;
  return (
    <span className={`mark mark-${state}`} title={texts.states[state]}>
      {state === 'done' || state === 'failed' ? <Icon name={icons[state]} size={14} /> : <span className="dot" />}
    </span>
  );
}

import type { ReactNode } from 'react';
import { useStore } from '../store';
import type { TimelineSnapshot } from '../timelineProtocol';
import type { Stretch } from './axis';
import { xOf } from './axis';
import { timelineTexts as texts } from './timelineTexts';
import type { Timelining } from './timelining';

interface Props {
  readonly snapshot: TimelineSnapshot;
  readonly view: Stretch;
  readonly width: number;
  readonly timelining: Timelining;
}

/** The line at the moment that is looked at. Its keys are those of the page; a screen reader hears where it is. */
export function Scrubber({ snapshot: { moment, whole }, view, width, timelining }: Props): ReactNode {
  const dragged = useStore(timelining.store, (state) => state.dragged);
  const at = dragged ?? moment?.at ?? whole.to;
  const x = xOf(at, view, width);
  const seen = x >= -1 && x <= width + 1;
  return (
    <div className="timeline-scrub-room">
      <div
        className={`timeline-scrubber${moment === null ? ' at-present' : ''}`}
        role="slider"
        tabIndex={0}
        aria-label={texts.scrubber}
        aria-valuemin={0}
        aria-valuemax={whole.lines}
        aria-valuenow={moment?.line ?? whole.lines}
        aria-valuetext={moment?.text ?? texts.present}
        style={{ left: `${Math.max(0, Math.min(width, x))}px` }}
        data-seen={seen}
      />
    </div>
  );
}

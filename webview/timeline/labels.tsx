import type { ReactNode } from 'react';
import type { TimelineLane } from '../../engine/run/timeline/picture';
import type { TimelineSnapshot } from '../timelineProtocol';
import { spentNow } from './drawSpend';
import type { HeadPlaces } from './places';
import { LANE, RULER, SECTION, SPEND } from './places';
import { timelineTexts as texts } from './timelineTexts';

interface HeadProps {
  readonly snapshot: TimelineSnapshot;
  readonly places: HeadPlaces;
}

export function HeadLabels({ snapshot, places }: HeadProps): ReactNode {
  return (
    <div className="timeline-labels" style={{ height: `${places.height}px` }}>
      <Label top={0} height={RULER} text={texts.time} quiet />
      {places.loops.map(({ loop, top }) => (
        <Label key={loop} top={top} height={SECTION} text={loop} />
      ))}
      {places.latches && <Label top={places.latches.top} height={places.latches.height} text={texts.latches} />}
      <div className="timeline-label timeline-spent" style={{ top: `${places.spend.top}px`, height: `${SPEND}px` }}>
        <span>{texts.spend}</span>
        <span className="timeline-quiet">{spentNow(snapshot.spend.now)}</span>
      </div>
    </div>
  );
}

interface LaneProps {
  readonly lanes: readonly TimelineLane[];
  readonly top: number;
  readonly height: number;
}

/** The names of the lanes that are in sight; the table of the page has all of them. */
export function LaneLabels({ lanes, top, height }: LaneProps): ReactNode {
  const first = Math.max(0, Math.floor(top / LANE) - 2);
  const shown = lanes.slice(first, Math.ceil((top + height) / LANE) + 2);
  return (
    <div className="timeline-labels" style={{ height: `${lanes.length * LANE}px` }} aria-hidden="true">
      {shown.map(({ key, label, depth, total }, index) => (
        <div
          key={key}
          className="timeline-label"
          style={{ top: `${(first + index) * LANE}px`, height: `${LANE}px`, paddingLeft: `${10 + 12 * depth}px` }}
          title={label}
          data-lane={key}
        >
          {total.visits > 0 && <span className={`sign sign-${total.last}`} />}
          <span className="timeline-name">{label}</span>
          {total.failed > 0 && <span className="timeline-failed">{`✕\ufe0e ${total.failed}`}</span>}
        </div>
      ))}
    </div>
  );
}

interface LabelProps {
  readonly top: number;
  readonly height: number;
  readonly text: string;
  readonly quiet?: boolean;
}

const Label = ({ top, height, text, quiet }: LabelProps): ReactNode => (
  <div
    className={`timeline-label${quiet ? ' timeline-quiet' : ''}`}
    style={{ top: `${top}px`, height: `${height}px` }}
    title={text}
  >
    <span className="timeline-name">{text}</span>
  </div>
);

import type { AskedPicture, Timeline } from '../../../engine/run/timeline/timeline';
import type { TimelineIntent, TimelineSnapshot } from '../../../webview/timelineProtocol';

/** What stands behind the page of a timeline: as the extension, without a run folder. */
export function fakeTimeline(
  timeline: Timeline,
  more: Partial<TimelineSnapshot> = {},
  asked: Partial<AskedPicture> = {},
) {
  const intents: TimelineIntent[] = [];
  let window: Pick<AskedPicture, 'from' | 'to' | 'pixels'> = { from: null, to: null, pixels: 1000 };
  let line: number | null = null;
  let change: Partial<TimelineSnapshot> = more;
  const look = (next: number | null) => {
    line = next ?? line;
    return next !== null;
  };
  return {
    intents,
    change: (next: Partial<TimelineSnapshot>) => {
      change = next;
    },
    /** As another view that shows a moment does. */
    look: (next: number | null) => {
      line = next;
    },
    snapshot: (): TimelineSnapshot => {
      const picture = timeline.picture({ now: null, ...asked, ...window });
      return {
        type: 'timeline',
        run: { id: 'r1', flow: 'fix', status: 'running', live: true, folder: '/runs/r1' },
        ...picture,
        whole: { ...picture.whole, indexed: 1 },
        workers: line === null ? ['agent: 2 turns · $0.10', 'judge: unknown of 1 turn'] : ['agent: 1 turn · $0.10'],
        moment: line === null ? null : timeline.moment(line),
        ...change,
      };
    },
    receive: (intent: TimelineIntent): boolean => {
      intents.push(intent);
      const here = line ?? timeline.lines();
      switch (intent.type) {
        case 'ready':
          return true;
        case 'window':
          window = intent;
          return true;
        case 'moment':
          line = intent.line;
          return true;
        case 'scrub':
          return look(timeline.commitAt(intent.at));
        case 'step':
          return look(intent.by === 'pass' ? timeline.section(here, intent.to) : timeline.commit(here, intent.to));
        case 'open':
        case 'failed':
          return false;
      }
    },
  };
}

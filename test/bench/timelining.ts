import { recordedRun } from '../../engine/node/recordedRun';
import { createFeed } from '../../extension/timeline/feed';
import type { TimelineSnapshot } from '../../webview/timelineProtocol';

/** What it takes to read the trace of a folder into a timeline, in a process of its own: `read <folder>`. */
const [, folder = ''] = process.argv.slice(2);
const PIXELS = 1100;

const run = recordedRun(folder);
const before = performance.now();
let end = 0;
const feed = createFeed(
  async () => {
    if (run.indexed() === 1) await run.grow();
    return run;
  },
  () => {
    if (end > 0) return;
    feed.timeline().picture({ from: null, to: null, pixels: PIXELS, now: null });
    end = performance.now() - before;
  },
);
await feed.read();
const whole = performance.now() - before;
const pictures: number[] = [];
let picture = feed.timeline().picture({ from: null, to: null, pixels: PIXELS, now: null });
for (let time = 0; time < 20; time++) {
  const started = performance.now();
  picture = feed.timeline().picture({ from: null, to: null, pixels: PIXELS, now: null });
  pictures.push(performance.now() - started);
}
run.close();
const snapshot: TimelineSnapshot = {
  type: 'timeline',
  run: { id: 'r1', flow: 'long', status: 'complete', live: false, folder },
  ...picture,
  whole: { ...picture.whole, indexed: 1 },
  workers: [],
  moment: null,
};
const columns = Math.round(process.memoryUsage().arrayBuffers / 1e6);
const mb = Math.round(process.resourceUsage().maxRSS / 1000);
const middle = [...pictures].sort((a, b) => a - b)[10] ?? 0;
console.log(JSON.stringify({ end, whole, picture: middle, columns, mb, snapshot }));

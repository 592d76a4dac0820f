import path from 'node:path';
import { median, ratio } from '../figures.mjs';
import { framesWhile, openPages } from './pages.mjs';

const SIZES = [100, 500, 2000];

/** Placing a flow and leading its lines, beside ELK with its fastest options. */
export async function layout(at, options, row) {
  const from = path.join(import.meta.dirname, '..');
  for (const size of SIZES) {
    const own = [];
    const peer = [];
    for (let round = 0; round < options.rounds; round++) {
      own.push((await at.measure('layouts', 'converge', from, size)).ms);
      if (options.peers) peer.push((await at.measure('layouts', 'elk', from, size)).ms);
    }
    const beside = options.peers ? [`elkjs: ${ms(median(peer))}`, ratio(median(own), median(peer))] : ['', ''];
    row(`layout of ${size} steps, lines included`, ms(median(own)), ...beside);
  }
}

/** Opening, dragging a step and moving the view, beside a bare React Flow page with as many plain nodes. */
export async function canvas(_at, options, row) {
  const pages = await openPages();
  try {
    for (const size of SIZES) {
      const found = { designer: [], bare: [] };
      for (let round = 0; round < options.rounds; round++) {
        found.designer.push(await measured(await pages.designer(size), designer));
        if (options.peers) found.bare.push(await measured(await pages.bare(size), bare));
      }
      for (const [key, words] of Object.entries(WORDS)) {
        const own = median(found.designer.map((one) => one[key]));
        const peer = options.peers ? median(found.bare.map((one) => one[key])) : undefined;
        const beside = peer === undefined ? ['', ''] : [`bare React Flow: ${ms(peer)}`, ratio(own, peer)];
        row(`canvas of ${size} steps: ${words}`, ms(own), ...beside);
      }
    }
  } finally {
    await pages.close();
  }
}

/** A long trace in the timeline: its end, all of it, and the page while it is moved. */
export async function timeline(at, { rounds }, row, entries) {
  const where = at.folder();
  await at.inFolder('tracing', 'make', where, entries);
  const found = [];
  const drawn = [];
  const pages = await openPages();
  try {
    for (let round = 0; round < rounds; round++) {
      const read = await at.inFolder('timelining', 'read', where);
      found.push(read);
      const { page, opened, close } = await pages.timeline(read.snapshot);
      for (let times = 0; times < 3; times++) await page.keyboard.press('+');
      drawn.push({ opened, panned: await framesWhile(page, { x: 700, y: 400 }, { x: -300, y: 0 }) });
      await close();
    }
  } finally {
    await pages.close();
    at.forget(where);
  }
  const of = (name) => median(found.map((one) => one[name]));
  const spans = found[0].snapshot.lanes.reduce((sum, lane) => sum + lane.spans.length, 0);
  row(`the end of a trace of ${entries.toLocaleString('en')} entries as a timeline`, ms(of('end')), '', '');
  row('all of it', ms(of('whole')), '', '');
  row(`a picture of all of it (${spans} spans)`, ms(of('picture')), '', '');
  row('memory of its columns', `${of('columns')} MB`, `of the process, at most: ${of('mb')} MB`, '');
  row('the page, first drawing', ms(median(drawn.map((one) => one.opened))), '', '');
  row('the page moved, 95th frame', ms(median(drawn.map((one) => one.panned))), '', '');
}

const WORDS = {
  opened: 'first paint',
  dragged: 'a step dragged, 95th frame',
  panned: 'the view moved, 95th frame',
  whole: 'the view moved with all of it in view, 95th frame',
};

const designer = {
  step: '[data-step="s0-1"] .face-title',
  fit: (page) =>
    page.locator('button[aria-label^="Fit the flow"], vscode-button[aria-label^="Fit the flow"]').first().click(),
};
const bare = {
  step: '.react-flow__node[data-id="s0-1"]',
  // Out to where all of it is seen, as the designer's Fit does.
  fit: async (page) => {
    await page.mouse.move(640, 400);
    for (let at = 0; at < 12; at++) await page.mouse.wheel(0, 400);
    await page.waitForTimeout(300);
  },
};

async function measured({ page, opened, close }, { step, fit }) {
  const box = await page.locator(step).boundingBox();
  const dragged = await framesWhile(page, { x: box.x + 6, y: box.y + 4 }, { x: 60, y: 80 });
  const panned = await framesWhile(page, { x: 700, y: 620 }, { x: -200, y: -60 });
  await fit(page);
  const whole = await framesWhile(page, { x: 700, y: 640 }, { x: -100, y: -40 });
  await close();
  return { opened, dragged, panned, whole };
}

const ms = (value) => `${value.toFixed(value < 20 ? 1 : 0)} ms`;

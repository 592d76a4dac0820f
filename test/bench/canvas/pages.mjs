import path from 'node:path';
import { build } from 'esbuild';
import { launchBrowser } from '../../vscode-host/chromium.mjs';

const ORIGIN = 'https://canvas.test';
const root = path.join(import.meta.dirname, '../../..');

/** The designer, a bare React Flow and the timeline in a browser, each with what it is to show. */
export async function openPages() {
  const [designer, bare, flows] = await Promise.all([
    bundled('webview/designer/main.tsx'),
    bundled('test/bench/canvas/bare.tsx'),
    bundled('test/bench/canvas/manySteps.ts', 'flows'),
  ]);
  const browser = await launchBrowser();
  const open = async (name, { script, style }, size) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.route(`${ORIGIN}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '<html></html>' }));
    await page.goto(name === 'timeline' ? `${ORIGIN}/` : `${ORIGIN}/?size=${size}`);
    await page.setContent(`<style>html,body,#root{height:100%;margin:0}${style}</style><div id="root"></div>`);
    if (name === 'designer') await page.evaluate(`${flows.script};window.flow = flows.manySteps(${size})`);
    if (name === 'timeline') await page.evaluate(`document.body.dataset.page = 'timeline'; window.timeline = ${size}`);
    await page.evaluate(HOST);
    const first = FIRST[name];
    const opened = await page.evaluate(`(async () => {
      const before = performance.now();
      ${script};
      while (!document.querySelector(${JSON.stringify(first)})) await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      return performance.now() - before;
    })()`);
    return { page, opened, close: () => context.close() };
  };
  return {
    designer: (size) => open('designer', designer, size),
    bare: (size) => open('bare', bare, size),
    timeline: (snapshot) => open('timeline', designer, JSON.stringify(snapshot)),
    close: () => browser.close(),
  };
}

const FIRST = { designer: '[data-step="s0-0"]', bare: '.react-flow__node', timeline: '.timeline-drawing' };

/** What VS Code gives a webview: here it answers with the flow as soon as the designer asks for it. */
const HOST = `
  window.acquireVsCodeApi = () => ({
    getState: () => undefined,
    setState: () => {},
    postMessage: ({ type }) => {
      if (window.timeline && (type === 'ready' || type === 'window')) window.postMessage(window.timeline, '*');
      if (window.timeline) return;
      if (type !== 'ready') return;
      window.postMessage({
        type: 'snapshot', document: { name: 'many', version: 1, readOnly: null }, flow: window.flow, broken: null,
        issues: [], selection: [], workers: [], run: null, limits: null, simulation: null, templates: [], callable: [],
      }, '*');
    },
  });
  window.startFrames = () => {
    const times = [];
    let going = true;
    const tick = (now) => { times.push(now); if (going) requestAnimationFrame(tick); };
    requestAnimationFrame(tick);
    window.stopFrames = () => {
      going = false;
      const spans = times.slice(1).map((time, at) => time - times[at]).sort((a, b) => a - b);
      return spans[Math.floor(spans.length * 0.95)] ?? 0;
    };
  };`;

async function bundled(entry, globalName) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: { page: entry },
    ...{ bundle: true, minify: true, write: false, outdir: 'out', platform: 'browser', format: 'iife', globalName },
    ...{ target: 'es2022', jsx: 'automatic', define: { 'process.env.NODE_ENV': '"production"' }, logLevel: 'error' },
  });
  const text = (ending) => outputFiles.find((file) => file.path.endsWith(ending))?.text ?? '';
  return { script: text('.js'), style: text('.css') };
}

/** The 95th of a hundred frames while the pointer goes from one place to another with its button down. */
export async function framesWhile(page, from, by) {
  await page.evaluate('window.startFrames()');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let at = 1; at <= 40; at++) await page.mouse.move(from.x + (by.x * at) / 40, from.y + (by.y * at) / 40);
  await page.mouse.up();
  return page.evaluate('window.stopFrames()');
}

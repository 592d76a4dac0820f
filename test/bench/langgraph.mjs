// The same work in LangGraph.js with its SQLite checkpointer, in a process of its own. `durable`: each checkpoint is flushed to
// the disk before the next step starts, as a step of Converge is.
import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { Annotation, END, START, StateGraph } from '@langchain/langgraph';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';

const [what, folder, size, kind, extra] = process.argv.slice(2);
const count = Number(size);
const STEPS = 10;
const LESSON = 'What was learned in this pass, in a hundred characters or so, as a judge would write it for the next.';
const DURABLE = kind === 'durable';

let killAt = Number.POSITIVE_INFINITY;
let turns = 0;
let firstMs;
function turn() {
  firstMs ??= performance.now();
  if (++turns === killAt) process.exit(0);
}

const State = Annotation.Root({
  pass: Annotation({ reducer: (_, next) => next, default: () => 0 }),
  lessons: Annotation({ reducer: (before, more) => before.concat(more), default: () => [] }),
});

function loopGraph() {
  const graph = new StateGraph(State);
  for (let at = 1; at <= STEPS; at++) {
    graph.addNode(`s${at}`, (state) => {
      turn();
      if (at < STEPS) return {};
      return { pass: state.pass + 1, ...(extra === 'lessons' ? { lessons: [LESSON] } : {}) };
    });
  }
  graph.addEdge(START, 's1');
  for (let at = 1; at < STEPS; at++) graph.addEdge(`s${at}`, `s${at + 1}`);
  graph.addConditionalEdges(`s${STEPS}`, (state) => (state.pass >= count ? END : 's1'));
  return graph;
}

function fanGraph() {
  const graph = new StateGraph(State);
  graph.addNode('all', () => ({}));
  for (let at = 0; at < count; at++) {
    graph.addNode(`b${at}`, () => {
      turn();
      return {};
    });
    graph.addEdge(START, `b${at}`);
  }
  graph.addEdge(
    Array.from({ length: count }, (_, at) => `b${at}`),
    'all',
  );
  graph.addEdge('all', END);
  return graph;
}

mkdirSync(folder, { recursive: true });
const file = path.join(folder, 'state.sqlite');
const saver = SqliteSaver.fromConnString(file);
saver.setup?.();
if (DURABLE) saver.db.pragma('synchronous = FULL');
const app = (what === 'fan' ? fanGraph() : loopGraph()).compile({ checkpointer: saver });
const config = {
  configurable: { thread_id: 'bench' },
  recursionLimit: count * STEPS + STEPS,
  durability: DURABLE ? 'sync' : 'async',
};
if (what === 'cold' || what === 'resume') {
  killAt = 1;
  process.on('exit', () => console.log(JSON.stringify({ firstMs })));
}
if (what === 'half') killAt = (count * STEPS) / 2;
const rss = [];
const timer = setInterval(() => rss.push(Math.round(process.memoryUsage().rss / 1e6)), 250);
const before = performance.now();
await app.invoke(what === 'resume' ? null : { pass: 0 }, config);
const ms = performance.now() - before;
clearInterval(timer);
rss.push(Math.round(process.memoryUsage().rss / 1e6));
const sizeOf = (name) => statSync(name, { throwIfNoEntry: false })?.size ?? 0;
const bytes = sizeOf(file) + sizeOf(`${file}-wal`);
saver.db.close();
console.log(JSON.stringify({ steps: turns, ms, allBytes: Math.max(bytes, sizeOf(file)), rss }));

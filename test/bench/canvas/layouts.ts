import { createRequire } from 'node:module';
import { graphOf } from '../../../engine/flow/graph';
import { layoutOf } from '../../../engine/flow/layout';
import { waysOf } from '../../../engine/flow/layout/ways';
import { manySteps } from './manySteps';

/** `<who> <folder with elkjs> <steps>`: what placing a flow and leading its lines takes, once warm. */
const [who, , from = '', size = '2000'] = process.argv.slice(2);
const flow = manySteps(Number(size));
const graph = graphOf(flow);

async function elk(): Promise<() => Promise<unknown>> {
  const Elk = createRequire(`${from}/`)('elkjs/lib/elk.bundled.js');
  const engine = new Elk();
  const ways = waysOf(graph).filter(({ back }) => !back);
  const terminals = [...new Set(ways.map(({ to }) => to).filter((to) => to.includes('>')))];
  const picture = () => ({
    id: 'root',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.edgeRouting': 'ORTHOGONAL',
      'elk.layered.thoroughness': '1',
      'elk.layered.nodePlacement.strategy': 'SIMPLE',
      'elk.layered.crossingMinimization.greedySwitch.type': 'OFF',
    },
    children: [...graph.steps.map(({ id }) => id), ...terminals].map((id) => ({ id, width: 220, height: 72 })),
    edges: ways
      .filter(({ from: source }) => !source.startsWith('loop:'))
      .map((way) => ({ id: way.id, sources: [way.from], targets: [way.to] })),
  });
  return () => engine.layout(picture());
}

const place = who === 'elk' ? await elk() : async () => layoutOf(graph);
await place();
// Of the processor's time, not the clock's: other work on the machine is no part of it.
const before = process.cpuUsage();
await place();
const { user, system } = process.cpuUsage(before);
process.stdout.write(JSON.stringify({ ms: (user + system) / 1000, steps: graph.steps.length }));

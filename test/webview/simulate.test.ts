import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { examine } from '../../engine/flow/examine';
import type { Flow } from '../../engine/flow/schema';
import type { Json } from '../../engine/json';
import { sha256 } from '../../engine/node/digest';
import { playShown } from '../../engine/run/simulated/playShown';
import { PRESETS } from '../../engine/run/simulated/presets';
import { scriptIssues } from '../../engine/run/simulated/scriptIssues';
import type { Mode } from '../../engine/trace/control';
import { aspectsOf } from '../../webview/designer/simulate/aspects';
import { chosenIn, columnsOf, OTHER, UNSAID, withChoice } from '../../webview/designer/simulate/cells';
import { marksAt } from '../../webview/designer/simulate/marks';
import { rowsOf } from '../../webview/designer/simulate/rows';
import { simulateTexts } from '../../webview/designer/simulate/simulateTexts';
import { createSimulator } from '../../webview/designer/simulate/simulator';
import { drawnSteps, scriptedSteps } from '../../webview/designer/simulate/steps';
import type { Intent, RunMarks, SimulationShown, Snapshot } from '../../webview/protocol';
import { fixUntilGreen } from './flows';

const templates = path.resolve(import.meta.dirname, '../../media/templates');
const flowOf = (text: string): Flow => {
  const { flow } = examine(text);
  if (flow === null) throw new Error('a flow of this test has errors');
  return flow;
};
const fix = flowOf(JSON.stringify(fixUntilGreen));
const aspect = (id: string, key: string) => {
  const found = aspectsOf(fix, id).find((each) => each.key === key);
  if (found === undefined) throw new Error(`${id} has no ${key}`);
  return found;
};
async function played(script: Json, mode: Mode = 'autonomous', flow = fix) {
  const result = await playShown(flow, script, { digest: sha256, mode });
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result;
}

describe('the outcomes as a table', () => {
  it('every choice of every step of every template is one that the engine takes', () => {
    const files = readdirSync(templates).filter((name) => name.endsWith('.converge.json') && !name.startsWith('empty'));
    let choices = 0;
    for (const file of files) {
      const flow = flowOf(readFileSync(path.join(templates, file), 'utf8'));
      for (const id of Object.keys(flow.steps))
        for (const each of aspectsOf(flow, id))
          for (const { key } of each.choices) {
            const script = withChoice({}, { step: id, column: '*' }, each, key);
            const issues = scriptIssues(flow, script).filter(({ code }) => code !== 'unknown-flow');
            expect(issues, `${file} ${id} ${each.key} ${key}`).toEqual([]);
            expect(chosenIn(script, { step: id, column: '*' }, each)).toBe(key);
            choices += 1;
          }
    }
    expect(choices).toBeGreaterThan(100);
  });

  it('a choice replaces what its aspect said, keeps what others say, and taking it back leaves nothing', () => {
    const place = { step: 'judge', column: '2' };
    const met = withChoice({ files: { a: 'x' } }, place, aspect('judge', 'result'), 'met');
    const both = withChoice(met, place, aspect('judge', 'usage'), 'absent');
    expect(both).toEqual({ files: { a: 'x' }, steps: { judge: { '2': { judgment: 'met', usage: 'absent' } } } });
    const failed = withChoice(both, place, aspect('judge', 'result'), 'timed-out');
    expect(failed).toMatchObject({ steps: { judge: { '2': { status: 'timed-out', usage: 'absent' } } } });
    const less = withChoice(failed, place, aspect('judge', 'result'), UNSAID);
    expect(withChoice(less, place, aspect('judge', 'usage'), UNSAID)).toEqual({ files: { a: 'x' } });
  });

  it('a cell that says more than a choice is shown as the script has it, and not touched', () => {
    const script = {
      steps: { judge: { '1': [{ judgment: 'met' }, { judgment: 'missing' }], '2': { judgment: 'met' } } },
    };
    const result = aspect('judge', 'result');
    expect(chosenIn(script, { step: 'judge', column: '1' }, result)).toBe(OTHER);
    expect(chosenIn(script, { step: 'judge', column: '2' }, result)).toBe('met');
    expect(chosenIn(script, { step: 'judge', column: '3' }, result)).toBe(UNSAID);
    expect(withChoice(script, { step: 'judge', column: '2' }, result, 'missing')).toMatchObject({
      steps: { judge: { '1': script.steps.judge['1'] } },
    });
  });

  it('has the columns that are asked for and those that the script uses', () => {
    expect(columnsOf({}, 3, false)).toEqual(['*', '1', '2', '3']);
    const script = { steps: { act: { '5': {}, '2.1': {}, '*': {} } } };
    expect(columnsOf(script, 1, true)).toEqual(['*', '0', '1', '2', '3', '4', '5', '2.1']);
  });
});

describe('the steps of the table', () => {
  const flow = (id: string, steps: Json, more: Record<string, Json> = {}) =>
    flowOf(JSON.stringify({ converge: 1, id, workers: { w: { use: 'command', run: ['x'] } }, steps, ...more }));
  const child = flow('child', { do: { kind: 'work', worker: 'w', prompt: 'p', next: '@complete' } }, { start: 'do' });

  it('are those with an outcome of their own, called flows behind what calls them, by the names that a script gives', () => {
    const parent = flow(
      'parent',
      {
        list: { kind: 'work', worker: 'w', prompt: 'p', output: { type: 'array' }, next: 'each' },
        each: { kind: 'map', over: 'steps.list.output', step: 'one', next: 'sub' },
        one: { kind: 'call', flow: 'child' },
        sub: { kind: 'call', flow: 'child', next: '@complete' },
      },
      { start: 'list' },
    );
    const names = scriptedSteps(parent, Object.keys(parent.steps), { child }).map(({ name }) => name);
    expect(names).toEqual(['list', 'each/one/do', 'sub/do']);
    const script = { steps: Object.fromEntries(names.map((name) => [name, { '*': { status: 'ok' } }])) };
    expect(scriptIssues(parent, script, new Map([['child', { flow: child, hash: '' }]]))).toEqual([]);
    expect(scriptedSteps(parent, Object.keys(parent.steps), {}).map(({ name }) => name)).toEqual(['list']);
  });

  it('of very many are those that are spoken of or selected, and the first of the others, in their order', () => {
    const ids = Array.from({ length: 400 }, (_, index) => `s${index}`);
    const steps = Object.fromEntries(
      ids.map((id, index) => [id, { kind: 'work', worker: 'w', prompt: 'p', next: ids[index + 1] ?? '@complete' }]),
    );
    const all = scriptedSteps(flow('many', steps, { start: 's0' }), ids, {});
    const names = drawnSteps(all, { steps: { s300: {} } }, ['s399']).map(({ name }) => name);
    expect(names).toEqual([...ids.slice(0, 118), 's300', 's399']);
    expect(drawnSteps(all.slice(0, 100), {}, [])).toHaveLength(100);
  });

  it('of a flow that calls itself come to an end', () => {
    const round = flow('round', { again: { kind: 'call', flow: 'round', next: '@complete' } }, { start: 'again' });
    expect(scriptedSteps(round, ['again'], { round })).toEqual([]);
  });
});

describe('what is shown of a simulation', () => {
  it('has words for every story of the engine', () => {
    expect(Object.keys(simulateTexts.presets)).toEqual(Object.keys(PRESETS));
  });

  it('puts beside each proposal what the engine made of it', async () => {
    const rows = rowsOf(await played(JSON.parse(JSON.stringify(PRESETS['met-over-red'].script(fix)))));
    expect(rows).toHaveLength(5);
    expect(rows[0]).toMatchObject({ name: 'fix: pass 1', said: 'met', confirmed: false, exit: 'again' });
    expect(rows[0]?.failing.map(({ term }) => term)).toContain('verified:verify');
    expect(rows.at(-1)?.exit).toBe('pass-cap → @stop');
  });

  it('stands at a moment as the canvas shows a run, and forgets a latch that has cleared', async () => {
    const result = await played(JSON.parse(JSON.stringify(PRESETS['latch-then-clear'].script(fix))));
    const opened = result.moments.findIndex(({ latches }) => Object.hasOwn(latches, 'act'));
    expect(marksAt(result, opened).latches).toEqual({ act: expect.stringContaining('repaired.txt') });
    expect(marksAt(result, opened - 1).latches).toEqual({});
    const end = marksAt(result, result.moments.length - 1);
    expect(end).toMatchObject({ latches: {}, steps: { act: 'done', verify: 'done', judge: 'done' } });
  });
});

describe('what a designer keeps of a simulation', () => {
  const run: RunMarks = { id: 'r', status: 'running', pass: 'pass 1', steps: { act: 'running' }, latches: {} };
  const snapshot = (simulation: SimulationShown | null): Snapshot => ({
    type: 'snapshot',
    document: { name: 'x', version: 1, readOnly: null },
    flow: fixUntilGreen,
    broken: null,
    issues: [],
    selection: [],
    workers: [],
    run,
    limits: null,
    simulation,
    templates: [],
    callable: [],
  });
  const shown = async (script: Json, mode: Mode = 'autonomous', stale = false): Promise<SimulationShown> => {
    return { version: 1, mode, script, result: await played(script, mode), called: {}, stale };
  };
  const made = (moment: number | null = null) => {
    const posted: Intent[] = [];
    const drawn: (RunMarks | null)[] = [];
    const simulator = createSimulator({ post: (each) => posted.push(each), draw: (each) => drawn.push(each), moment });
    return { simulator, posted, drawn };
  };
  const met = { steps: { judge: { '1': { judgment: 'met' } } } };

  it('draws the run until somebody stands at a moment, and again when they leave', async () => {
    const { simulator, drawn } = made();
    expect(simulator.receive(snapshot(await shown({})))).toEqual(run);
    simulator.standAt(3);
    expect(drawn.at(-1)).toMatchObject({ id: 'simulation', steps: { act: 'running' } });
    expect(simulator.receive(snapshot(await shown({})))?.id).toBe('simulation');
    simulator.standAt(null);
    expect(drawn.at(-1)).toEqual(run);
  });

  it('R1 keeps what was chosen until its simulation has come, and takes over what comes from elsewhere', async () => {
    const { simulator, posted } = made();
    simulator.play(met);
    expect(posted).toEqual([{ type: 'simulate', mode: 'autonomous', script: met }]);
    simulator.receive(snapshot(await shown({})));
    expect(simulator.store.get()).toMatchObject({ script: met, awaited: true });
    simulator.receive(snapshot(await shown(met)));
    expect(simulator.store.get()).toMatchObject({ script: met, awaited: false });
    simulator.receive(snapshot(await shown({}, 'supervised')));
    expect(simulator.store.get()).toMatchObject({ script: {}, mode: 'supervised' });
  });

  it('R2 keeps the moment over a new simulation as far as that goes, and over a reload', async () => {
    const { simulator } = made(12);
    simulator.receive(snapshot(await shown({})));
    expect(simulator.store.get().moment).toBe(12);
    const short = await shown(met);
    simulator.receive(snapshot(short));
    const last = short.result.ok ? short.result.moments.length - 1 : -1;
    expect(simulator.store.get().moment).toBe(last);
    simulator.receive(snapshot(null));
    expect(simulator.store.get().moment).toBe(null);
  });

  it('plays anew in another mode what was played, and nothing where nothing was', async () => {
    const { simulator, posted } = made();
    simulator.setMode('supervised');
    expect(posted).toEqual([]);
    simulator.receive(snapshot(await shown(met, 'supervised')));
    simulator.setMode('autonomous');
    expect(posted).toEqual([{ type: 'simulate', mode: 'autonomous', script: met }]);
  });
});

import { describe, expect, it } from 'vitest';
import type { Flow } from '../../engine/flow/schema';
import { sha256 } from '../../engine/node/digest';
import type { Mark, Moment } from '../../engine/run/simulated/moments';
import { playShown } from '../../engine/run/simulated/playShown';
import { PRESETS } from '../../engine/run/simulated/presets';
import type { Script } from '../../engine/run/simulated/script';
import type { CalledFlows } from '../../engine/run/simulated/scriptIssues';
import type { SimulationResult } from '../../engine/run/simulated/shown';
import { work } from '../fakes/flows';
import { fixFlow, flowOf } from '../fakes/runs';

type Shown = Extract<SimulationResult, { ok: true }>;

async function shown(flow: Flow, script: Script = {}, flows: CalledFlows = new Map()): Promise<Shown> {
  const result = await playShown(flow, JSON.parse(JSON.stringify(script)), { digest: sha256, flows });
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result;
}

/** One line a moment: what it is, which steps, and every mark that stands by then. */
function lines(moments: readonly Moment[]): readonly string[] {
  const marks: Record<string, Mark | null> = {};
  return moments.map((moment) => {
    Object.assign(marks, moment.marks);
    const steps = moment.steps.map(({ name, pass, outcome, to }) =>
      outcome === undefined ? `${name}@${pass}` : `${name}@${pass}=${outcome}>${to?.join('+')}`,
    );
    const standing = Object.entries(marks).flatMap(([step, mark]) => (mark === null ? [] : [`${step}:${mark}`]));
    const ended = moment.ended ? ` (${moment.ended.loop} ${moment.ended.pass}: ${moment.ended.decision})` : '';
    return `${moment.superStep} ${moment.what} ${steps.join(' ')}${ended} | ${standing.join(' ')}`;
  });
}

describe('the moments of a simulation', () => {
  const flow = fixFlow({ act: { check: { changedOnDisk: 'claimed' } }, loop: { maxPasses: 2 } });

  it('tell what ran, what was decided and what is due, super-step for super-step, and a pass starts its marks anew', async () => {
    const { moments } = await shown(flow, PRESETS['met-over-red'].script(flow));
    expect(lines(moments)).toEqual([
      '0 begun  | act:due',
      '0 running verify@0 | act:due verify:running',
      '1 decided  | act:due',
      '1 running act@1 | act:running',
      '2 decided act@1=done>verify | act:done verify:due',
      '2 running verify@1 | act:done verify:running',
      '3 decided verify@1=fail>judge | act:done verify:failed judge:due',
      '3 running judge@1 | act:done verify:failed judge:running',
      '4 decided judge@1=met> | act:done verify:failed judge:done',
      '5 decided  (fix 1: again) | act:due',
      '5 running act@2 | act:running',
      '6 decided act@2=done>verify | act:done verify:due',
      '6 running verify@2 | act:done verify:running',
      '7 decided verify@2=fail>judge | act:done verify:failed judge:due',
      '7 running judge@2 | act:done verify:failed judge:running',
      '8 decided judge@2=met> | act:done verify:failed judge:done',
      '9 decided  (fix 2: pass-cap) | act:done verify:failed judge:done',
      '10 ended  | act:done verify:failed judge:done',
    ]);
  });

  it('name the row of the pass that each belongs to', async () => {
    const { moments, passes } = await shown(flow, PRESETS['never-met'].script(flow));
    const pass = (row: number | null) => passes.find(({ since }) => since === row)?.pass ?? null;
    const judged = moments.filter(
      ({ what, steps }) => what !== 'running' && steps.some(({ name }) => name === 'judge'),
    );
    expect(judged.map(({ row }) => pass(row))).toEqual([1, 2]);
    expect(pass(moments[0]?.row ?? null)).toBe(null);
  });

  it('open a latch at its step with its reason, and take it away when it has cleared', async () => {
    const { moments } = await shown(flow, PRESETS['latch-then-clear'].script(flow));
    const changes = moments.flatMap(({ latches }) => Object.entries(latches));
    expect(changes).toHaveLength(2);
    expect(changes[0]).toEqual(['act', expect.stringContaining('repaired.txt')]);
    expect(changes[1]).toEqual(['act', null]);
  });

  it('show steps that run together as one moment, and what a called flow does on the step that calls it', async () => {
    const child = flowOf({ converge: 1, id: 'child', start: 'a', steps: { a: work('@complete') } });
    const parent = flowOf({
      converge: 1,
      id: 'parent',
      start: ['left', 'right'],
      steps: {
        left: work('meet'),
        right: { kind: 'call', flow: 'child', next: 'meet' },
        meet: { kind: 'join', next: '@complete' },
      },
    });
    const { moments } = await shown(parent, {}, new Map([['child', { flow: child, hash: 'h' }]]));
    expect(lines(moments)).toEqual([
      '0 begun  | left:due right:due',
      '0 running left@0 right/a@0 | left:running right:running',
      '1 decided right/a@0=done>@complete | left:running right:running',
      '3 decided left@0=done>meet right@0=complete>meet | left:done right:done meet:due',
      '4 decided meet@0=joined>@complete | left:done right:done meet:done',
      '5 ended  | left:done right:done meet:done',
    ]);
  });

  it('name batches of a group', async () => {
    const grouped = flowOf({
      converge: 1,
      id: 'g',
      start: 'main',
      main: 'main',
      steps: {
        main: { kind: 'router', worker: 'boss', branches: { go: 'do', stop: 'check' } },
        do: work('judge'),
        judge: work('do'),
        check: { kind: 'verify', commands: [{ run: ['true'] }], next: '@complete', routes: { fail: '@stop' } },
      },
      loops: { grind: { type: 'group', from: 'judge', to: 'do', maxIterations: 3, exitTo: 'main' } },
    });
    const { moments, batches } = await shown(grouped, PRESETS['batch-exhausted'].script(grouped));
    const inBatch = moments.filter(({ row }) => row === batches[0]?.since);
    expect(new Set(inBatch.flatMap(({ steps }) => steps.map(({ name }) => name)))).toEqual(new Set(['do', 'judge']));
    expect(moments.at(-1)).toMatchObject({ what: 'ended', row: null });
  });

  it('are plain JSON without the trace, and end with the end', async () => {
    const result = await shown(flow);
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
    expect(result).not.toHaveProperty('trace');
    expect(result.moments.at(-1)?.what).toBe('ended');
    expect(lines(result.moments).at(-1)).not.toMatch(/:due|:running/);
  });

  it('of a huge run are cut, and the last one still says how it ended', async () => {
    const huge = fixFlow({ loop: { maxPasses: 300 } });
    const { moments, end } = await shown(huge, PRESETS['never-met'].script(huge));
    expect(end.reason).toBe('pass-cap');
    expect(moments.length).toBeGreaterThan(1900);
    expect(moments.length).toBeLessThanOrEqual(2001);
    expect(moments.at(-1)?.what).toBe('ended');
  });
});

describe('a simulation that somebody no longer wants', () => {
  it('is cut off where it is, and says so', async () => {
    const flow = fixFlow({ loop: { maxPasses: 50 } });
    let asked = 0;
    const goesOn = async () => {
      asked += 1;
      return asked < 20;
    };
    const result = await playShown(flow, PRESETS['never-met'].script(flow) as never, { digest: sha256, goesOn });
    expect(result).toMatchObject({ ok: true, end: { outcome: 'cut' } });
    expect(asked).toBeLessThan(60);
  });
});

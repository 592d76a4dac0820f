import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../engine/node/digest';
import { readTrace } from '../../engine/node/traceFile';
import { stateOf } from '../../engine/run/openRun';
import { withProgram } from '../cli/program';
import { inLanes } from '../lanes';
import { random } from '../random';
import { armed, KILL_POINT, uncut } from './cuts';
import { outcomeOf } from './outcome';
import type { Where } from './program';
import { runProgram } from './program';
import { copyOf, forget, goOn, newFolder, removeScenes, runArgs, runFolder } from './scene';
import { shortScene } from './scenes';
import { tracePath } from './trace';

withProgram();
afterAll(removeScenes);

const SEED = Number(process.env.CONVERGE_SEED ?? 1);
/** One in so many writes is cut, from the first that the seed says; 1: all of them. */
const EVERY = Number(process.env.CONVERGE_EVERY ?? 2);
const LIMIT = { timeout: 600_000 };

const traceOf = (where: Where): string => tracePath(runFolder(where) ?? '');
const scene = shortScene();

/** What the disk holds when the process was killed right behind the n-th write of the trace. */
async function killedBehind(write: number): Promise<Where> {
  const where = copyOf(scene);
  await runProgram(armed(where, { at: write, when: 'after', only: 'handle.write' }), runArgs(scene), KILL_POINT);
  return where;
}

/** Where the last two lines of a text begin, and its length. */
function lastTwo(bytes: Buffer): readonly [number, number] {
  const before = bytes.lastIndexOf(0x0a, bytes.lastIndexOf(0x0a, bytes.length - 2) - 1);
  return [before + 1, bytes.length];
}

describe('a trace that was cut off', () => {
  it(
    'UL-29 at every byte of its last two lines: reads as one of the states between, never as another',
    LIMIT,
    async () => {
      const where = copyOf(scene);
      expect((await runProgram(where, runArgs(scene))).code).toBe(0);
      const bytes = readFileSync(traceOf(where));
      const copy = join(newFolder(), 'trace.ndjson');
      const stateAt = async (length: number) => {
        writeFileSync(copy, bytes.subarray(0, length));
        const { entries, damaged, tornBytes } = await readTrace(copy);
        return { state: JSON.stringify(stateOf(entries, sha256)), damaged, tornBytes };
      };
      const [from, end] = lastTwo(bytes);
      const breaks = [from, bytes.indexOf(0x0a, from) + 1, end];
      const states = new Map<number, string>();
      for (const at of breaks) states.set(at, (await stateAt(at)).state);
      expect(new Set(states.values()).size).toBe(3);
      for (let length = from; length <= end; length++) {
        // Where only the line break is missing, the line is all there.
        const whole = breaks.filter((at) => at - 1 <= length).at(-1) ?? from;
        const cut = await stateAt(length);
        expect(cut.damaged).toEqual([]);
        expect(cut.tornBytes, `cut at ${length}`).toBe(Math.max(0, length - whole));
        expect(cut.state === states.get(whole), `cut at ${length}`).toBe(true);
      }
    },
  );

  it(`UL-29 at any byte of them, seed ${SEED}: the resume ends the same`, LIMIT, async () => {
    const whole = await uncut(scene);
    const writes = whole.calls.filter((name) => name === 'handle.write').length;
    const killed = await killedBehind(writes);
    const size = readFileSync(traceOf(killed)).length;
    const [from] = lastTwo(readFileSync(traceOf(killed)));
    const dice = random(SEED);
    const sizes = [from, from + 1, size - 1, size - 2, ...Array.from({ length: 8 }, () => dice.int(from, size))];
    const base = { from: killed.root };
    const wrong = inLanes(sizes, 2, async (length) => {
      const where = copyOf(base);
      truncateSync(traceOf(where), length);
      const { stderr } = await goOn(scene, where);
      const now = await outcomeOf(where);
      forget(where);
      return JSON.stringify(now) === JSON.stringify(whole.outcome)
        ? []
        : [`cut at ${length}: ${JSON.stringify(now)} ${stderr}`];
    });
    expect((await Promise.all(wrong.values())).flat()).toEqual([]);
  });

  it(`UL-29 in the middle of any write, seed ${SEED}: the resume ends the same`, LIMIT, async () => {
    const whole = await uncut(scene);
    const writes = whole.calls.filter((name) => name === 'handle.write').length;
    const dice = random(SEED);
    const cuts = Array.from({ length: writes }, (_, index) => ({
      at: 1 + index,
      part: dice.int(1, 99) / 100,
    })).filter(({ at }) => (at + SEED) % EVERY === 0);
    const wrong = inLanes(cuts, 2, async ({ at, part }) => {
      const where = copyOf(scene);
      const kill = { at, part, when: 'after', only: 'handle.write' };
      const { signal } = await runProgram(armed(where, kill), runArgs(scene), KILL_POINT);
      const { stderr } = await goOn(scene, where);
      const now = await outcomeOf(where);
      forget(where);
      const same = JSON.stringify(now) === JSON.stringify(whole.outcome);
      return signal === 'SIGKILL' && same
        ? []
        : [`${signal}, write ${at} cut at ${part}: ${JSON.stringify(now)} ${stderr}`];
    });
    expect((await Promise.all(wrong.values())).flat()).toEqual([]);
  });
});

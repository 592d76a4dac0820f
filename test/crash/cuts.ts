import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { membersOf } from '../../engine/node/processTree';
import { inLanes } from '../lanes';
import type { Outcome } from './outcome';
import { outcomeOf } from './outcome';
import type { Where } from './program';
import { runProgram } from './program';
import type { Scene } from './scene';
import { copyOf, forget, goOn, runArgs, runFolder } from './scene';

/** A place to kill at: the n-th call by which the process acts on the world (from 1), before it or after it. */
export interface Cut {
  readonly at: number;
  readonly when: 'before' | 'after';
  /** Where the resume is killed in its turn. */
  readonly again?: number;
}

export interface Uncut {
  readonly outcome: Outcome;
  /** The names of all calls, in order. */
  readonly calls: readonly string[];
}

/** Arguments for Node that load the kill point before the program. */
export const KILL_POINT = ['--require', join(import.meta.dirname, 'killPoint.cjs')];

/** The same place with a kill set for the next process. */
export const armed = (where: Where, kill: object): Where => ({
  ...where,
  env: { ...where.env, CONVERGE_KILL: JSON.stringify(kill) },
});

export async function uncut(scene: Scene): Promise<Uncut> {
  const where = copyOf(scene);
  const log = join(where.root, '..', 'calls');
  const { code, stderr } = await runProgram(armed(where, { log }), runArgs(scene), KILL_POINT);
  if (code === null || code === 2) throw new Error(`the uncut run did not run: ${stderr}`);
  return { outcome: await outcomeOf(where), calls: readFileSync(log, 'utf8').split('\n') };
}

/** Every call before, and every write, flush, rename and start of a program after it too. */
export const everyCut = ({ calls }: Uncut): readonly Cut[] =>
  calls.flatMap((name, index): readonly Cut[] => {
    const at = index + 1;
    const both = /write|sync|rename|link|spawn|execFile/.test(name);
    return both
      ? [
          { at, when: 'before' },
          { at, when: 'after' },
        ]
      : [{ at, when: 'before' }];
  });

/** What differs from the uncut run behind each of the cuts; empty where nothing does, or only what `may`. */
export async function differences(
  scene: Scene,
  whole: Uncut,
  cuts: readonly Cut[],
  may: (now: Outcome) => boolean = () => false,
): Promise<readonly string[]> {
  const results = [...inLanes(cuts, 2, (cut) => difference(scene, whole, cut, may)).values()];
  return (await Promise.all(results)).flatMap((found) => (found === null ? [] : [found]));
}

async function difference(
  scene: Scene,
  whole: Uncut,
  cut: Cut,
  may: (now: Outcome) => boolean,
): Promise<string | null> {
  const where = copyOf(scene);
  const name = `killed ${cut.when} call ${cut.at} (${whole.calls[cut.at - 1]})${cut.again === undefined ? '' : ` and again at ${cut.again}`}`;
  try {
    await runProgram(armed(where, cut), runArgs(scene), KILL_POINT);
    if (cut.again !== undefined) await goOn(scene, armed(where, { at: cut.again, when: cut.when }), KILL_POINT);
    const last = await goOn(scene, where);
    const now = await outcomeOf(where);
    const left = await leftOver(where);
    if (left.length > 0) return `${name}: processes ${left.join(', ')} are left`;
    const told = `${last.stdout.slice(-400)}${last.stderr}`;
    const wrong = (Object.keys(now) as (keyof Outcome)[]).filter(
      (key) => JSON.stringify(now[key]) !== JSON.stringify(whole.outcome[key]),
    );
    return wrong.length === 0 || may(now)
      ? null
      : `${name}: ${wrong.map((key) => `${key} ${JSON.stringify(now[key])}`).join('; ')}\n${told}`;
  } finally {
    forget(where);
  }
}

async function leftOver(where: Where): Promise<readonly number[]> {
  const run = runFolder(where)?.split('/').at(-1);
  return run === undefined ? [] : membersOf({ leader: null, token: `${run}/` });
}

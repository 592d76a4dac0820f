import { ID } from '../flow/names';
import type { WorkerSpec } from '../flow/schema';
import { workerSchema } from '../flow/schema';
import type { RaisedBounds } from '../trace/control';
import { UsageError } from './command';

/** `name=use` or `name={"use": …}`, as given with `--worker` or another option that takes such. Throws `UsageError`. */
export function workerOverrides(
  given: readonly string[],
  option = '--worker',
  example = 'implementer=claude-code',
): Readonly<Record<string, WorkerSpec>> {
  return Object.fromEntries(given.map((one) => workerOverride(one, option, example)));
}

function workerOverride(given: string, option: string, example: string): readonly [string, WorkerSpec] {
  const [name, value] = split(given, option, example);
  if (!ID.test(name)) throw new UsageError(`${option} ${given}: "${name}" is no worker's name`);
  if (!value.startsWith('{')) return [name, { use: value }];
  const spec = workerSchema.safeParse(parsed(value));
  if (!spec.success) throw new UsageError(`${option} ${name}: the JSON must be an object with "use"`);
  return [name, spec.data];
}

const BOUNDS = ['maxPasses', 'maxIterations', 'usd', 'tokens', 'noProgressCeiling', 'minutes', 'superSteps'] as const;

/** `loop.bound=n`, as given with `--raise`. Whole numbers from 1, dollars any number above 0. Throws `UsageError`. */
export function raisedBounds(given: readonly string[]): Readonly<Record<string, RaisedBounds>> {
  const raised: Record<string, RaisedBounds> = {};
  for (const one of given) {
    const [place, value] = split(one, '--raise', 'fix.maxPasses=8');
    const dot = place.lastIndexOf('.');
    const loop = place.slice(0, Math.max(dot, 0));
    const bound = BOUNDS.find((name) => name === place.slice(dot + 1));
    if (loop === '' || bound === undefined)
      throw new UsageError(`--raise ${one}: give <loop>.<bound>=<number>, where bound is one of ${BOUNDS.join(', ')}`);
    const number = Number(value);
    const fits =
      bound === 'usd' || bound === 'minutes'
        ? number > 0 && Number.isFinite(number)
        : Number.isSafeInteger(number) && number >= 1;
    if (!fits || value.trim() === '')
      throw new UsageError(
        `--raise ${one}: ${bound} takes ${bound === 'usd' || bound === 'minutes' ? 'a number above 0' : 'a whole number from 1'}`,
      );
    raised[loop] = { ...raised[loop], [bound]: number };
  }
  return raised;
}

function split(given: string, option: string, example: string): readonly [string, string] {
  const at = given.indexOf('=');
  if (at < 1 || at === given.length - 1)
    throw new UsageError(`${option} ${given}: write it as in ${option} ${example}`);
  return [given.slice(0, at), given.slice(at + 1)];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import type { Inventory } from '../trace/decision';
import type { TestsSeen } from '../trace/result';
import type { ReadEvidence } from './evidence';

/** Which tests ran in a verification; null where nothing recognisable ran. */
export function inventoryOf(commands: readonly ReadEvidence[]): Inventory | null {
  const counted = commands.filter((command) => command.tests !== undefined);
  if (counted.length === 0) return null;
  const ran = counted.reduce((sum, { tests }) => sum + (tests?.passed ?? 0) + (tests?.failed ?? 0), 0);
  const named = counted.every((command) => command.names !== undefined);
  const names = counted.flatMap(({ names: each }) => [...(each?.passed ?? []), ...(each?.failed ?? [])]);
  // A file that could not be loaded is reported as one failed test named after it: no test of that name is ever lost.
  return { ran, names: named ? names.filter((name) => !/\.[cm]?[jt]sx?$/.test(name)) : null };
}

/**
 * The tests of a pass held against those of number 0. Without names on both sides only the count speaks. Where none ran at
 * number 0, such as in a suite that could not be loaded, the first that do run are what later passes are held against.
 */
export function testsSeen(before: Inventory | null, now: Inventory | null): TestsSeen | null {
  if (now === null) return null;
  if (before === null || noneIn(before)) return { ran: now.ran, lost: [], ...(noneIn(now) ? {} : { first: now }) };
  if (before.names === null || now.names === null) return { ran: now.ran, lost: [] };
  const running = new Set(now.names);
  return { ran: now.ran, lost: before.names.filter((name) => !running.has(name)).slice(0, MOST_LOST) };
}

/** Files that could not be loaded are all that was seen, or nothing was. */
export const noneIn = ({ ran, names }: Inventory): boolean => ran === 0 || names?.length === 0;

const MOST_LOST = 200;

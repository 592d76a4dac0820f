import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The run folders of a workspace root, oldest first. */
export function runsOf(root: string): readonly string[] {
  const runs = path.join(root, '.converge/runs');
  if (!existsSync(runs)) return [];
  return readdirSync(runs)
    .sort()
    .map((name) => path.join(runs, name));
}

export const newestRun = (root: string): string => runsOf(root).at(-1) ?? '';

/** A JSON file of a run folder; undefined while it is not there, or half written. */
export function runFile(run: string, name: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(readFileSync(path.join(run, name), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Every whole entry of the trace. */
export function traceOf(run: string): readonly Record<string, unknown>[] {
  const file = path.join(run, 'trace.ndjson');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  return lines.map((line) => JSON.parse(line));
}

/** Decisions of all commits, in order. */
export const decisionsOf = (run: string): readonly Record<string, unknown>[] =>
  traceOf(run).flatMap((entry) => (Array.isArray(entry.events) ? entry.events : []));

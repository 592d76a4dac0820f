import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Json } from '../../engine/json';
import { write } from '../node/repository';
import type { Ended, Where } from './program';
import { runProgram } from './program';

/** A workspace with one flow, of which each cut gets a copy of its own. */
export interface Scene {
  /** Absolute path of the folder that is copied. */
  readonly from: string;
  readonly flowPath: string;
  /** Further arguments of `run`. */
  readonly args?: readonly string[];
}

const FLOW_PATH = '.converge/flows/fix.converge.json';
const made: string[] = [];

/** Removes every folder that was made here. For `afterAll`. */
export const removeScenes = (): void => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
};

export function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'converge-crash-')));
  made.push(folder);
  return folder;
}

/** @param files path from the root → text */
export function sceneOf(flow: Json, files: Readonly<Record<string, string>>): Scene {
  const from = newFolder();
  write(from, { ...files, [FLOW_PATH]: JSON.stringify(flow, null, 2) });
  return { from, flowPath: FLOW_PATH };
}

export function copyOf({ from }: Pick<Scene, 'from'>): Where {
  const top = newFolder();
  const root = join(top, 'workspace');
  cpSync(from, root, { recursive: true });
  return { root, env: { ...process.env, XDG_CONFIG_HOME: join(top, 'config'), NO_COLOR: '1' } };
}

export const forget = (where: Where): void =>
  rmSync(join(where.root, '..'), { recursive: true, force: true, maxRetries: 5 });

export const runArgs = ({ flowPath, args = [] }: Scene): readonly string[] => [
  'run',
  flowPath,
  '--mode',
  'autonomous',
  '--approve',
  'any',
  ...args,
];

/** The newest run folder with a trace that has begun, else the newest of those that a kill left half-made, or undefined. */
export function runFolder({ root }: Where): string | undefined {
  const runs = join(root, '.converge', 'runs');
  if (!existsSync(runs)) return undefined;
  const folders = readdirSync(runs)
    .sort()
    .map((name) => join(runs, name));
  return folders.filter(hasBegun).at(-1) ?? folders.at(-1);
}

/** Goes on with what a kill left: the run where its beginning is on disk, else a new one. */
export async function goOn(scene: Scene, where: Where, nodeArgs: readonly string[] = []): Promise<Ended> {
  const folder = runFolder(where);
  const args = folder !== undefined && hasBegun(folder) ? ['resume', folder, '--approve', 'any'] : runArgs(scene);
  return runProgram(where, args, nodeArgs);
}

function hasBegun(folder: string): boolean {
  const trace = join(folder, 'trace.ndjson');
  return existsSync(trace) && readFileSync(trace, 'utf8').includes('\n');
}

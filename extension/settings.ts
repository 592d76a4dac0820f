import * as vscode from 'vscode';
import * as z from 'zod';
import type { WorkerSpec } from '../engine/flow/schema';
import { workerSchema } from '../engine/flow/schema';
import type { Machine } from '../engine/runner/machine';
import { defaultsOf, pricesSchema, writtenDefaultsSchema } from '../engine/runner/machine';
import { SETTINGS } from './ids';
import type { NoticeKind } from './rows/notice';
import { NOTICE_KINDS } from './rows/notice';

export interface Settings {
  /** What this machine adds to every flow that it runs. */
  readonly machine: Machine;
  /** Workers of this machine that stand in for the ones a flow names. */
  readonly overrides: Readonly<Record<string, WorkerSpec>>;
  readonly orphanGraceMs: number;
  readonly notifyOnEnd: 'whenNeeded' | 'always' | 'never';
  /** Kinds of notification that are not shown. */
  readonly silenced: readonly NoticeKind[];
}

/** The settings now. A value of the wrong shape counts as not given; VS Code marks it in the settings file. */
export function settings(): Settings {
  const get = (id: string): unknown => vscode.workspace.getConfiguration().get(id);
  return {
    machine: machineIn(get),
    overrides: workersIn(get(SETTINGS.workerOverrides)),
    orphanGraceMs: z.number().min(0).catch(30).parse(get(SETTINGS.orphanGrace)) * 1000,
    notifyOnEnd: z.enum(['whenNeeded', 'always', 'never']).catch('whenNeeded').parse(get(SETTINGS.notifyOnEnd)),
    silenced: z.array(z.enum(NOTICE_KINDS)).catch(['progress']).parse(get(SETTINGS.silenced)),
  };
}

function machineIn(get: (id: string) => unknown): Machine {
  const workers = workersIn(get(SETTINGS.workers));
  const written = entriesOf(get(SETTINGS.defaultWorkers), (entry) => writtenDefaultsSchema.safeParse(entry));
  // The setting of before, for whoever still has it.
  const claude = z.string().catch('').parse(get(SETTINGS.claudeExecutable)).trim();
  const named = z.record(z.string(), z.unknown()).catch({}).parse(get(SETTINGS.executables));
  const programs = Object.entries(named).flatMap(([use, program]) =>
    typeof program === 'string' && program.trim() !== '' ? [[use, program.trim()] as const] : [],
  );
  return {
    workers,
    defaults: defaultsOf(written, workers),
    executables: { ...(claude === '' ? {} : { 'claude-code': claude }), ...Object.fromEntries(programs) },
    prices: entriesOf(get(SETTINGS.prices), (entry) => pricesSchema.safeParse(entry)),
  };
}

/** What can be read of a map, entry by entry: one that is wrong does not take the others with it. */
function entriesOf<T extends object>(value: unknown, read: (entry: object) => { readonly data?: T | undefined }): T {
  const entries = Object.entries(z.record(z.string(), z.unknown()).catch({}).parse(value));
  return Object.assign({}, ...entries.map(([name, one]) => read({ [name]: one }).data ?? {}));
}

function workersIn(value: unknown): Readonly<Record<string, WorkerSpec>> {
  const entries = Object.entries(z.record(z.string(), z.unknown()).catch({}).parse(value));
  return Object.fromEntries(
    entries.flatMap(([name, spec]) => {
      const read = workerSchema.safeParse(spec);
      return read.success ? [[name, read.data] as const] : [];
    }),
  );
}

/** Silences a kind of notification on this machine, for every workspace. */
export async function silence(kind: NoticeKind): Promise<void> {
  const silenced = [...new Set([...settings().silenced, kind])];
  await vscode.workspace.getConfiguration().update(SETTINGS.silenced, silenced, vscode.ConfigurationTarget.Global);
}

import * as vscode from 'vscode';
import * as z from 'zod';
import type { WorkerSpec } from '../engine/flow/schema';
import { workerSchema } from '../engine/flow/schema';
import { SETTINGS } from './ids';
import type { NoticeKind } from './rows/notice';
import { NOTICE_KINDS } from './rows/notice';

export interface Settings {
  /** Workers of this machine, for names that a flow does not define. */
  readonly workers: Readonly<Record<string, WorkerSpec>>;
  /** Workers of this machine that stand in for the ones a flow names. */
  readonly overrides: Readonly<Record<string, WorkerSpec>>;
  /** Empty: looked for on `PATH`. */
  readonly claudeExecutable: string;
  readonly orphanGraceMs: number;
  readonly notifyOnEnd: 'whenNeeded' | 'always' | 'never';
  /** Kinds of notification that are not shown. */
  readonly silenced: readonly NoticeKind[];
}

/** The settings now. A value of the wrong shape counts as not given; VS Code marks it in the settings file. */
export function settings(): Settings {
  const get = (id: string): unknown => vscode.workspace.getConfiguration().get(id);
  return {
    workers: workersIn(get(SETTINGS.workers)),
    overrides: workersIn(get(SETTINGS.workerOverrides)),
    claudeExecutable: z.string().catch('').parse(get(SETTINGS.claudeExecutable)).trim(),
    orphanGraceMs: z.number().min(0).catch(30).parse(get(SETTINGS.orphanGrace)) * 1000,
    notifyOnEnd: z.enum(['whenNeeded', 'always', 'never']).catch('whenNeeded').parse(get(SETTINGS.notifyOnEnd)),
    silenced: z.array(z.enum(NOTICE_KINDS)).catch(['progress']).parse(get(SETTINGS.silenced)),
  };
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

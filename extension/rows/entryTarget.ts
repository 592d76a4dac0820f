import type { Decision } from '../../engine/trace/decision';
import type { Entry } from '../../engine/trace/entry';
import type { CommandEvidence } from '../../engine/trace/result';
import type { RowTarget } from './row';

/**
 * What an entry of a trace is about: the line of a failing test or the log of a turn, the files that a step or a pass changed,
 * a latch; else its step in the flow, else the entry itself.
 *
 * @param step the step of the run's own flow that it belongs to
 */
export function entryTarget(folder: string, entry: Entry, step: string | undefined): RowTarget {
  return (
    about(folder, entry) ??
    (step === undefined ? { open: 'entry', folder, seq: entry.seq } : { open: 'step', folder, step })
  );
}

function about(folder: string, entry: Entry): RowTarget | null {
  switch (entry.type) {
    case 'worker.turn':
      return entry.log && { open: 'log', folder, path: entry.log.path };
    case 'verify.command':
      return commandTarget(folder, entry.result);
    case 'workspace.snapshot':
      return (entry.changed ?? []).length > 0 ? { ...visitOf(folder, entry), show: 'changes' } : null;
    case 'check.evaluated':
    case 'step.failed':
      return { ...visitOf(folder, entry), show: 'log', attempt: entry.attempt };
    case 'commit':
      return decided(folder, entry.events, entry.within ?? '');
    default:
      return null;
  }
}

/** The first failing line of a command that was not clean; else its log, where it speaks of what failed. */
function commandTarget(folder: string, command: CommandEvidence): RowTarget | null {
  const failing = command.clean ? undefined : command.failures.find(({ file }) => file !== undefined);
  const log = logTarget(folder, command);
  if (failing?.file === undefined) return log;
  const { file: path, line = 1 } = failing;
  return { open: 'file', folder, path, line, ...(command.log ? { log: command.log.path } : {}) };
}

/** The log of a command, at the first failure that it names. */
export function logTarget(folder: string, { clean, failures, log }: CommandEvidence): RowTarget | null {
  const find = clean ? [] : failures.map(({ name }) => name);
  return log && { open: 'log', folder, path: log.path, ...(find.length > 0 ? { find } : {}) };
}

const visitOf = (folder: string, entry: { within?: string; step: string; visit: number }) => {
  const { within = '', step, visit } = entry;
  return { open: 'visit', folder, within, step, visit } as const;
};

function decided(folder: string, events: readonly Decision[], within: string): RowTarget | null {
  for (const event of events) {
    if (event.type === 'pass.ended') return { open: 'pass', folder, within, loop: event.loop, pass: event.pass };
    if (event.type === 'latch.opened') return { open: 'latch', folder, latch: event.latch.id };
    if (event.type === 'latch.cleared' || event.type === 'latch.accepted')
      return { open: 'latch', folder, latch: event.latch };
  }
  return null;
}

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConvergeError } from '../failure';
import type { Flow } from '../flow/schema';
import { TRACE_FILE } from '../node/runFolder';
import { systemAlarmClock } from '../runner/alarm';
import type { Carried } from '../runner/carry';
import { carryRun } from '../runner/carry';
import { readRun } from '../runner/runs';
import type { CarrySpec } from '../runner/startSpec';
import { carryThrough } from '../runner/waiting';
import type { Entry } from '../trace/entry';
import { endLines } from './endLines';
import { exitCodeOf, exitCodeOfFailure } from './exitCode';
import { linesOf } from './liveLines';
import { onSignals } from './signals';
import type { Terminal } from './terminal';

export interface Foreground {
  /** Entries as JSON lines instead of live lines. */
  readonly json?: boolean;
  /** Sleeps while only time is due, and goes on then; else the run is left parked. */
  readonly wait?: boolean;
  readonly observe?: (entry: Entry) => void;
}

/**
 * Carries a run with live lines until it has ended or waits for a person, and gives the exit code. Where the terminal goes
 * away or the system ends the program, the run is left interrupted, or parked as it is.
 */
export async function inForeground(spec: CarrySpec, terminal: Terminal, how: Foreground): Promise<number> {
  const { carried } = await carryInForeground(spec, terminal, how);
  return carried.failure ? exitCodeOfFailure(carried.failure.code) : exitCodeOf(carried.result);
}

export async function carryInForeground(
  spec: CarrySpec,
  terminal: Terminal,
  { json = false, wait = false, observe = () => undefined }: Foreground,
): Promise<{ readonly carried: Carried }> {
  const signals = onSignals(terminal);
  const carry = (each: CarrySpec) => {
    signals.park(false);
    let flow: Flow | null = null;
    return carryRun(each, {
      onReady: (carrying) => {
        flow = carrying.flow;
        signals.carry(carrying);
      },
      observe: (entry, state) => {
        if (json) terminal.json(entry);
        else for (const line of linesOf(entry, state, flow)) terminal.print(line);
        observe(entry);
      },
      onHeld: (held) => {
        const text = held === null ? 'It goes on.' : `Held for a debugger: ${held.text}. Ctrl-C stops the run.`;
        terminal.complain({ text, tone: 'dim' });
      },
    });
  };
  try {
    const carried = wait
      ? await carryThrough(spec, {
          clock: systemAlarmClock,
          carry,
          look: readRun,
          size: async (folder) => (await stat(join(folder, TRACE_FILE))).size,
          leave: signals.leave,
          onParked: (due) => {
            signals.park(true);
            terminal.complain({ text: `Parked until ${due}. Ctrl-C leaves it parked.`, tone: 'dim' });
          },
          onHeld: (why) => terminal.complain({ text: `It is due. ${why}`, tone: 'dim' }),
        })
      : await carry(spec);
    const failure = carried.failure && { failure: { code: carried.failure.code, message: carried.failure.message } };
    if (json) terminal.json({ type: 'result', ...carried.result, folder: carried.folder, ...failure });
    else for (const line of endLines(carried)) terminal.print(line);
    if (carried.failure) terminal.complain({ text: `converge: ${failureText(carried.failure)}`, tone: 'bad' });
    return { carried };
  } finally {
    signals.forget();
  }
}

const failureText = ({ code, message }: ConvergeError): string => `${message} (${code})`;

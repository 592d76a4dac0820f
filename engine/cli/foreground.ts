import type { ConvergeError } from '../failure';
import type { Carried, Carrying } from '../runner/carry';
import { carryRun } from '../runner/carry';
import type { CarrySpec } from '../runner/startSpec';
import type { Entry } from '../trace/entry';
import { endLines } from './endLines';
import { EXIT, exitCodeOf, exitCodeOfFailure } from './exitCode';
import { linesOf } from './liveLines';
import { person } from './person';
import type { Terminal } from './terminal';

/**
 * Carries a run with live lines until it parks, and gives the exit code. Ctrl-C once stops at the next boundary, twice at
 * once. Where the terminal goes away or the system ends the program, the run is left interrupted.
 */
export async function inForeground(spec: CarrySpec, terminal: Terminal, json: boolean): Promise<number> {
  const { carried } = await carryInForeground(spec, terminal, json);
  return carried.failure ? exitCodeOfFailure(carried.failure.code) : exitCodeOf(carried.result);
}

export async function carryInForeground(
  spec: CarrySpec,
  terminal: Terminal,
  json: boolean,
  observe: (entry: Entry) => void = () => undefined,
): Promise<{ readonly carried: Carried }> {
  const signals = onSignals(terminal);
  try {
    const carried = await carryRun(spec, {
      onReady: signals.carry,
      observe: (entry, state) => {
        if (json) terminal.json(entry);
        else for (const line of linesOf(entry, state)) terminal.print(line);
        observe(entry);
      },
    });
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

/** Turns signals into wishes. Those that come before the run is carried take effect as soon as it is. */
function onSignals(terminal: Terminal) {
  let carrying: Carrying | null = null;
  let asked = 0;
  let gone = false;
  const interrupt = () => {
    gone = true;
    carrying?.interrupt();
  };
  const ctrlC = () => {
    asked++;
    if (asked === 1) {
      terminal.complain({ text: 'Stopping at the next boundary. Ctrl-C again stops at once.', tone: 'warn' });
      carrying?.act({ do: 'stop' }, person());
    } else if (asked === 2) {
      terminal.complain({ text: 'Stopping at once: every process of the run is ended.', tone: 'warn' });
      if (carrying === null) process.exit(EXIT.cancelled);
      carrying.act({ do: 'cancel' }, person());
    }
  };
  process.on('SIGINT', ctrlC).on('SIGTERM', interrupt).on('SIGHUP', interrupt);
  return {
    carry: (ready: Carrying) => {
      carrying = ready;
      if (gone) ready.interrupt();
      else if (asked > 0) ready.act({ do: 'stop' }, person());
    },
    forget: () => process.off('SIGINT', ctrlC).off('SIGTERM', interrupt).off('SIGHUP', interrupt),
  };
}

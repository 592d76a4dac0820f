import { durationMs } from '../flow/duration';
import type { Command, Flow } from '../flow/schema';
import type { TurnIo } from '../ports';
import { commandKey, DEFAULT_COMMAND_MS, timeLeft } from './command';
import type { StepContext } from './context';

/** The verification commands of a flow that its workers may know of, each once: those that are held out are not among them. */
export function openChecks(flow: Pick<Flow, 'steps'>): readonly Command[] {
  const commands = Object.values(flow.steps).flatMap((step) => (step.kind === 'verify' ? step.commands : []));
  const open = commands.filter((command) => command.holdout !== true);
  return [...new Map(open.map((command) => [JSON.stringify(command), command])).values()];
}

/** The commands as a worker reads them. */
export const checkTexts = ({ checks = [] }: Pick<StepContext, 'checks'>): readonly string[] =>
  checks.map(({ run, shell = '', cwd = '.' }) => {
    const text = run === undefined ? shell : run.map(quoted).join(' ');
    return cwd === '.' ? text : `${text} (in ${cwd})`;
  });

/** Runs them for a worker's eyes: the same command in the same way, and nothing of it is recorded as evidence. */
export function checkRunner(context: StepContext, attempt: number): NonNullable<TurnIo['check']> {
  let count = 0;
  return async (index, stop) => {
    const { run, shell = '', cwd = '.', env = {}, timeout = '' } = context.checks?.[index] ?? {};
    count += 1;
    return context.ports.commands.run(
      {
        key: commandKey(context, `try-${attempt}-${count}`),
        run: run ?? { shell },
        cwd,
        env,
        timeoutMs: timeLeft(context, durationMs(timeout) ?? DEFAULT_COMMAND_MS),
      },
      stop,
    );
  };
}

const quoted = (word: string): string => (/^[\w@%+=:,./\\-]+$/.test(word) ? word : JSON.stringify(word));

import { counted } from '../counted';
import type { Flow } from '../flow/schema';
import { commandLine, effectText, named } from '../run/entryWords';
import { placeWords } from '../run/placeWords';
import { usageText } from '../run/spendText';
import type { RunState } from '../run/state';
import type { Entry } from '../trace/entry';
import type { RunPlace } from '../trace/place';
import { decisionLines } from './decisionLines';
import type { Line, Tone } from './terminal';

/**
 * What a person at the terminal is told of an entry, the moment it is durable. Most facts say nothing. `flow`: the run's
 * own copy, for the limits that stand in it.
 */
export function linesOf(entry: Entry, state: RunState, flow: Flow | null = null): readonly Line[] {
  switch (entry.type) {
    case 'run.started':
      return [line('strong', `run ${entry.run}: flow ${entry.flow.id}, ${entry.mode}`), ...placeLines(entry.place)];
    case 'run.forked':
      return [
        line('strong', `run ${entry.run}: goes on from run ${entry.from} as it was after commit ${entry.superStep}`),
      ];
    case 'run.resumed': {
      const changed = entry.flow === undefined ? '' : ', with its flow as it is now';
      const head = line('strong', `run ${state.head?.run ?? ''} goes on (holder ${entry.fence})${changed}`);
      return [head, ...placeLines(entry.place)];
    }
    case 'trace.repaired':
      return [line('warn', `trace: ${repaired(entry.lines, entry.tornBytes)}`)];
    case 'step.started': {
      const worker = entry.worker === undefined ? '' : ` (${entry.worker})`;
      return [line('plain', `  ${named(entry)}${worker}${entry.attempt > 1 ? `, attempt ${entry.attempt}` : ''}`)];
    }
    case 'call.started':
      return [line('plain', `  ${named(entry)} calls flow ${entry.flow.id}`)];
    case 'worker.turn': {
      const status = entry.status === 'ok' ? 'done' : `${entry.status}${entry.why ? `: ${entry.why}` : ''}`;
      const tone = entry.status === 'ok' ? 'dim' : 'warn';
      return [line(tone, `    ${entry.worker}: ${status}, ${usageText(entry.usage)}`)];
    }
    case 'verify.command':
      return [line(entry.result.clean ? 'good' : 'bad', `    ${commandLine(entry.result)}`)];
    case 'workspace.snapshot':
      return entry.tree === null
        ? [line('warn', `    the files could not be recorded: ${entry.why ?? 'no reason'}`)]
        : [];
    case 'step.failed':
      return [line('warn', `    attempt ${entry.attempt} did not do: ${entry.reason}`)];
    case 'cache.hit':
      return [line('dim', `  ${named(entry)}: done before, from the cache`)];
    case 'effect.incomplete':
      return [line('bad', `    ${effectText(entry)}`)];
    case 'control':
      return [line('strong', `${entry.act.do} asked for by ${entry.by}`)];
    case 'commit':
      return entry.events.flatMap((event) => decisionLines(event, state, { within: entry.within ?? '', flow }));
    // A check that failed is told by the `step.failed` that follows it; an effect that went well by its step.
    case 'check.evaluated':
    case 'step.finished':
    case 'effect.claimed':
    case 'effect.committed':
    case 'snapshot':
      return [];
  }
}

/** What a person should know of it stands out: a sandbox that was wished and is not there, files that are not in it. */
const placeLines = (place: RunPlace | undefined): readonly Line[] =>
  placeWords(place ?? {}).map((words) => line(/none|not in/.test(words) ? 'warn' : 'dim', `  ${words}`));

function repaired(lines: readonly number[], tornBytes: number): string {
  const parts = [
    ...(lines.length > 0 ? [`line ${lines.join(', ')} could not be read and was skipped`] : []),
    ...(tornBytes > 0 ? [`${counted(tornBytes, 'byte')} of a torn last line were dropped`] : []),
  ];
  return parts.join('; ');
}

const line = (tone: Tone, text: string): Line => ({ tone, text });

import type { RunState } from '../run/state';
import type { Decision } from '../trace/decision';
import type { Commit, Entry } from '../trace/entry';
import type { CommandEvidence, Term } from '../trace/result';
import { counted, spendText, usageText } from './spendText';
import type { Line, Tone } from './terminal';
import { verdictText } from './verdictText';

/** What a person at the terminal is told of an entry, the moment it is durable. Most facts say nothing. */
export function linesOf(entry: Entry, state: RunState): readonly Line[] {
  switch (entry.type) {
    case 'run.started':
      return [line('strong', `run ${entry.run}: flow ${entry.flow.id}, ${entry.mode}`)];
    case 'run.resumed':
      return [line('strong', `run ${state.head?.run ?? ''} goes on (holder ${entry.fence})`)];
    case 'trace.repaired':
      return [line('warn', `trace: ${repaired(entry.lines, entry.tornBytes)}`)];
    case 'step.started': {
      const worker = entry.worker === undefined ? '' : ` (${entry.worker})`;
      return [line('plain', `  ${entry.step}${worker}${entry.attempt > 1 ? `, attempt ${entry.attempt}` : ''}`)];
    }
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
    case 'control':
      return [line('strong', `${entry.act.do} asked for by ${entry.by}`)];
    case 'commit':
      return commitLines(entry, state);
    // A check that failed is told by the `step.failed` that follows it.
    case 'check.evaluated':
    case 'step.finished':
      return [];
  }
}

const commitLines = (commit: Commit, state: RunState): readonly Line[] =>
  commit.events.flatMap((event) => decisionLines(event, state));

function decisionLines(event: Decision, state: RunState): readonly Line[] {
  switch (event.type) {
    case 'loop.entered':
      return [line('dim', `loop ${event.loop}: before pass 1 ${baselineText(event.baseline.verifications)}`)];
    case 'pass.started':
      return [line('strong', `pass ${event.pass} started`)];
    case 'claim.weighed': {
      const verdict = `  ${verdictText(event.proposed, event.confirmed)}`;
      if (event.confirmed) return [line('good', verdict)];
      return [line('warn', verdict), ...failing(event.terms).map((text) => line('warn', `    ${text}`))];
    }
    case 'latch.opened':
      return [line('bad', `  latch opened: ${event.latch.id}: ${event.latch.reason}`)];
    case 'latch.cleared':
      return [line('good', `  latch cleared: ${event.latch}: ${event.evidence}`)];
    case 'latch.accepted':
      return [line('warn', `  latch accepted by ${event.by}: ${event.latch}: ${event.why}`)];
    case 'frozen.drifted':
      return [line('bad', `  frozen paths changed: ${event.paths.join(', ')}`)];
    case 'note.added':
      return [line('dim', `  note (${event.note.from}): ${event.note.text}`)];
    case 'steer.sent':
      return [line('dim', `  steer: ${event.text}`)];
    case 'spend.warned':
      return [line('warn', `  spend is at ${Math.round(event.part * 100)} % of the cap`)];
    case 'pass.ended': {
      const early = event.how === 'ended-early' ? ` early${event.why ? `: ${event.why}` : ''}` : '';
      return [
        line('plain', `pass ${event.pass} ended${early}; ${passDecision(event.decision)}`),
        line(state.spend.unknownTokens + state.spend.unknownUsd > 0 ? 'warn' : 'dim', `  ${spendText(state.spend)}`),
      ];
    }
    case 'loop.reopened':
      return [line('strong', `loop ${event.loop} goes on after pass ${event.pass}: its bound was raised`)];
    case 'loop.exited':
      return [line('plain', `loop ${event.loop} left after pass ${event.pass}: ${event.reason}`)];
    case 'ask.opened':
      return [
        line('strong', `question ${event.ask}: ${event.question}`),
        line('plain', `  choices: ${event.choices.join(', ')}${event.due ? `; due ${event.due}` : ''}`),
      ];
    case 'ask.answered':
      return [line('plain', `question ${event.ask} answered by ${event.by}: ${event.choice}`)];
    case 'step.done':
    case 'run.ended':
      return [];
  }
}

/** One verification command's end: what ran, what it counted, what the engine made of it. */
export function commandLine(evidence: CommandEvidence): string {
  const { command, tests, clean, reason } = evidence;
  const counts = tests
    ? ` → ${(['passed', 'failed', 'skipped', 'deselected'] as const)
        .flatMap((key) => (tests[key] > 0 || key === 'passed' ? [`${tests[key]} ${key}`] : []))
        .join(', ')}`
    : '';
  return `${command}${counts}: ${clean ? 'clean' : `not clean, ${reason}`}`;
}

const passDecision = (decision: Extract<Decision, { type: 'pass.ended' }>['decision']): string => {
  if (decision === 'confirmed') return 'the goal is confirmed';
  return decision === 'again' ? 'another pass follows' : `the loop stops: ${decision}`;
};

function baselineText(verifications: Readonly<Record<string, { readonly clean: boolean }>>): string {
  const steps = Object.entries(verifications);
  if (steps.length === 0) return 'nothing was verified';
  return steps.map(([step, { clean }]) => `${step} is ${clean ? 'green' : 'red'}`).join(', ');
}

function repaired(lines: readonly number[], tornBytes: number): string {
  const parts = [
    ...(lines.length > 0 ? [`line ${lines.join(', ')} could not be read and was skipped`] : []),
    ...(tornBytes > 0 ? [`${counted(tornBytes, 'byte')} of a torn last line were dropped`] : []),
  ];
  return parts.join('; ');
}

const failing = (terms: readonly Term[]): readonly string[] =>
  terms.filter((term) => !term.ok).map((term) => `${term.term}: ${term.reason}`);
const line = (tone: Tone, text: string): Line => ({ tone, text });

import type { Flow } from '../flow/schema';
import { blockedText, capsText, named, verdictReasons } from '../run/entryWords';
import { batchText, iterationLimit, outOf } from '../run/iterations';
import { spendText } from '../run/spendText';
import type { RunState } from '../run/state';
import { verdictText } from '../run/verdictText';
import type { Decision } from '../trace/decision';
import type { StepResult, Term } from '../trace/result';
import type { Within } from '../trace/scope';
import type { Line, Tone } from './terminal';

/** Where a decision was taken. */
export interface DecisionPlace {
  readonly within: Within;
  readonly flow: Flow | null;
}

/** What a person at the terminal is told of one decision. */
export function decisionLines(event: Decision, state: RunState, { within, flow }: DecisionPlace): readonly Line[] {
  const limit = (loop: string) => iterationLimit(state, flow, within, loop);
  const of = (name: string) => (within === '' ? name : `${within}/${name}`);
  switch (event.type) {
    case 'loop.entered':
      return [line('dim', `loop ${of(event.loop)}: before pass 1 ${baselineText(event.baseline.verifications)}`)];
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
      return [line('strong', `loop ${of(event.loop)} goes on after pass ${event.pass}: its bound was raised`)];
    case 'loop.exited':
      return [line('plain', `loop ${of(event.loop)} left after pass ${event.pass}: ${event.reason}`)];
    case 'gate.decided': {
      const why = verdictReasons(event.verdict);
      // A pass is no success yet: a worker's word may be all that is behind it.
      const tone = event.decision === 'passed' ? 'plain' : 'warn';
      return [
        line(
          tone,
          `  gate ${named({ ...event, within })}: ${event.decision}, attempt ${event.attempt}${why ? `, ${why}` : ''}`,
        ),
      ];
    }
    case 'workflow.loop.iteration':
      return [line('strong', `${of(event.loop)}: ${batchText(event, limit(event.loop))}`)];
    case 'workflow.loop.exhausted': {
      const count = outOf(event.iteration, limit(event.loop));
      return [
        line(
          'warn',
          `${of(event.loop)}: batch ${event.batch} is used up, iteration ${count}; ${event.to} is handed control`,
        ),
      ];
    }
    case 'workflow.loop.abandoned':
      return [line('warn', `${of(event.loop)}: batch ${event.batch} abandoned, ${event.by} led out of it`)];
    case 'workflow.loop.left':
      return [line('plain', `${of(event.loop)}: batch ${event.batch} left for ${event.to}, its condition is met`)];
    case 'improve.round':
      return [line('strong', `${of(event.loop)}: round ${outOf(event.round, limit(event.loop))}`)];
    case 'improve.scored': {
      const score = event.score === null ? `no score (${event.why})` : `score ${event.score}`;
      const than = event.improved ? 'the best so far' : `no improvement, ${event.stale} in a row`;
      return [line('plain', `  round ${event.round}: ${score}, ${than}`)];
    }
    case 'improve.ended': {
      const restored = event.restored === undefined ? '' : `; the files are as in round ${event.restored}`;
      const tone = event.reason === 'exhausted' ? 'warn' : 'plain';
      return [line(tone, `${of(event.loop)} left after round ${event.round}: ${event.reason}${restored}`)];
    }
    case 'task.finished':
      return [line(event.status === 'done' ? 'plain' : 'bad', `  task ${event.task}: ${event.status}`)];
    case 'ask.opened':
      return [
        line('strong', `question ${event.ask}: ${event.question}`),
        line('plain', `  choices: ${event.choices.join(', ')}${event.due ? `; due ${event.due}` : ''}`),
      ];
    case 'ask.answered':
      return [line('plain', `question ${event.ask} answered by ${event.by}: ${event.choice}`)];
    case 'wait.started':
      return [
        line('plain', `  ${event.wait} waits${event.deadline === null ? '' : ` until ${event.deadline} at most`}`),
      ];
    case 'poll': {
      const why = event.why === undefined ? '' : `, ${event.why}`;
      const next = event.due === null ? '' : `; next at ${event.due}`;
      return [
        line(event.failures > 0 ? 'warn' : 'dim', `  ${event.wait}, poll ${event.poll}: ${event.outcome}${why}${next}`),
      ];
    }
    case 'caps.changed':
      return [line('strong', `caps of ${event.loop} changed by ${event.by}: ${capsText(event.caps)}`)];
    case 'caps.refused':
      return [line('warn', `caps of ${event.loop} stay: ${event.by} may not change them, ${event.why}`)];
    case 'run.paused':
      return [line('strong', `paused by ${event.by}`)];
    case 'step.done':
      return [...untoldLines(event), ...doneLines(event.result)];
    // A batch that starts is told by its first iteration, the end of the run by its last lines.
    case 'workflow.loop.batch.started':
    case 'run.ended':
      return [];
  }
}

const untoldLines = ({ step, untold }: Extract<Decision, { type: 'step.done' }>): readonly Line[] =>
  untold === undefined ? [] : [line('warn', `  exitWhen behind ${step} cannot be told and counts as false: ${untold}`)];

/** A plan says what is in its way once nothing of it can run. */
const doneLines = (result: StepResult): readonly Line[] =>
  result.kind === 'plan' && result.state !== 'more'
    ? result.blocked.map((task) => line('warn', `  ${blockedText(task)}`))
    : [];

const passDecision = (decision: Extract<Decision, { type: 'pass.ended' }>['decision']): string => {
  if (decision === 'confirmed') return 'the goal is confirmed';
  return decision === 'again' ? 'another pass follows' : `the loop stops: ${decision}`;
};

function baselineText(verifications: Readonly<Record<string, { readonly clean: boolean }>>): string {
  const steps = Object.entries(verifications);
  if (steps.length === 0) return 'nothing was verified';
  return steps.map(([step, { clean }]) => `${step} is ${clean ? 'green' : 'red'}`).join(', ');
}

const failing = (terms: readonly Term[]): readonly string[] =>
  terms.filter((term) => !term.ok).map((term) => `${term.term}: ${term.reason}`);
const line = (tone: Tone, text: string): Line => ({ tone, text });

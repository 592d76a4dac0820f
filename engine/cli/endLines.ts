import { relative } from 'node:path';
import { outcomeText } from '../run/outcomeText';
import { spendText } from '../run/spendText';
import type { RunResult, RunState } from '../run/state';
import { openAsks } from '../run/state';
import type { Line, Tone } from './terminal';

/** The last lines of a stretch: outcome and reason, what is open, what was spent, where it is, what to do next. */
export function endLines(ended: {
  readonly result: RunResult;
  readonly state: RunState;
  readonly folder: string;
}): readonly Line[] {
  const { result, state, folder } = ended;
  const unknown = result.spend.unknownTokens + result.spend.unknownUsd > 0;
  return [
    { text: outcomeText(result), tone: toneOf(result) },
    ...latchLines(result),
    { text: spendText(result.spend), tone: unknown ? 'warn' : 'dim' },
    { text: `run folder: ${relative(process.cwd(), folder) || folder}`, tone: 'dim' },
    ...nextSteps(result, state).map((text): Line => ({ text: `next: ${text}`, tone: 'plain' })),
  ];
}

/** Only a completion on evidence looks like success. */
export function toneOf({ outcome, confirmed }: Pick<RunResult, 'outcome' | 'confirmed'>): Tone {
  switch (outcome) {
    case 'complete':
      return confirmed === 'evidence' ? 'good' : 'strong';
    case 'failed':
    case 'stopped':
    case 'cancelled':
      return 'bad';
    case 'handoff':
    case 'escalated':
    case 'waiting':
    case 'paused':
    case 'interrupted':
      return 'warn';
    case 'running':
      return 'strong';
  }
}

const latchLines = ({ openLatches }: Pick<RunResult, 'openLatches'>): readonly Line[] =>
  openLatches.map(({ id, reason }) => ({ text: `  open latch ${id}: ${reason}`, tone: 'bad' }));

function nextSteps(result: RunResult, state: RunState): readonly string[] {
  const { run, outcome, reason } = result;
  switch (outcome) {
    case 'waiting':
      return [
        ...openAsks(state).map(({ id, choices }) => `converge answer ${run} ${id} ${choices.join('|')}`),
        ...waitsNext(run, state),
      ];
    case 'paused':
    case 'interrupted':
    case 'cancelled':
    case 'failed':
      return [`converge resume ${run}`];
    case 'stopped':
      return stoppedNext(run, reason, state);
    case 'complete':
    case 'handoff':
    case 'escalated':
    case 'running':
      return [];
  }
}

/** When time brings the run on by itself, where something carries it then. */
function waitsNext(run: string, state: RunState): readonly string[] {
  const waits = Object.entries(state.waits);
  return waits.length === 0
    ? []
    : [
        ...waits.map(([id, { due }]) => `${id} is polled ${due === null ? 'now' : `at ${due}`}`),
        `converge resume ${run}`,
      ];
}

function stoppedNext(run: string, reason: RunResult['reason'], state: RunState): readonly string[] {
  const loops = Object.entries(state.loops).filter(([, loop]) => loop.exit === reason);
  const raise = (text: (loop: string, pass: number) => string) =>
    loops.map(([loop, { pass }]) => `converge resume ${run} --raise ${text(loop, pass)}`);
  switch (reason) {
    case 'pass-cap':
      return raise((loop, pass) => `${loop}.maxPasses=${pass + 3}`);
    case 'no-progress':
      return raise((loop) => `${loop}.noProgressCeiling=<n>`);
    case 'spend-cap':
      return raise((loop) => `${loop}.usd=<n> (or ${loop}.tokens=<n>)`);
    case 'not-met':
      return ['start it anew with --mode autonomous to let the loop repeat'];
    case 'by-person':
      return [`converge resume ${run}`];
    case 'super-step-limit':
      return [`converge resume ${run} --raise budget.superSteps=<n>`];
    case 'budget':
      return [`converge resume ${run} --raise budget.usd=<n> (or budget.tokens=<n>)`];
    case 'deadline':
      return [`converge resume ${run} --raise budget.minutes=<n>`];
    case 'spend-unproven':
    case 'open-latches':
    case 'route':
    case null:
      return [`converge show ${run}`];
  }
}

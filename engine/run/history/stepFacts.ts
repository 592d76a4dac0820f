import type { Fact } from '../../trace/entry';
import type { StepScope } from '../../trace/scope';
import type { StepAttempt, StepRun } from '../history';
import { childOfCall } from './children';
import { earlierWith } from './spent';

/** A fact about the turn of a step. */
export type StepFact = Extract<Fact, StepScope>;

/** The visit of a step after one more fact about it. */
export function stepAfter(run: StepRun, fact: StepFact): StepRun {
  switch (fact.type) {
    case 'step.started':
      return {
        ...run,
        kind: fact.kind,
        inner: fact.inner ?? run.inner,
        state: 'running',
        earlier: earlierWith(run, fact.attempt),
        attempts: [...run.attempts.filter((each) => each.attempt !== fact.attempt), attemptOf(fact)],
        commands: [],
      };
    case 'worker.turn': {
      const { status, usage, text, log } = fact;
      return withAttempt(run, fact.attempt, { endedAt: fact.at, status, usage, text, log: log?.path ?? null });
    }
    case 'check.evaluated':
      return withAttempt(run, fact.attempt, { terms: fact.terms });
    case 'step.failed':
      return withAttempt(run, fact.attempt, { failed: fact.reason, endedAt: fact.at });
    case 'verify.command':
      return { ...run, commands: [...run.commands.slice(0, fact.index), fact.result] };
    case 'workspace.snapshot':
      return fact.when === 'step-start'
        ? { ...run, from: run.from ?? fact.tree }
        : { ...run, to: fact.tree, changed: fact.changed ?? [] };
    case 'step.finished': {
      const { result } = fact;
      const commands = result.kind === 'verify' || result.kind === 'gate' ? result.commands : run.commands;
      return { ...run, result, endedAt: fact.at, commands };
    }
    case 'call.started':
      return { ...run, kind: run.kind || 'call', children: childOfCall(run.children, fact) };
    case 'cache.hit':
      return { ...run, cached: { key: fact.key, from: fact.from } };
    case 'effect.claimed':
      return { ...run, effect: { key: fact.key, owner: fact.owner, state: 'claimed', policy: null } };
    case 'effect.committed':
      return { ...run, effect: { key: fact.key, owner: run.effect?.owner ?? null, state: 'committed', policy: null } };
    case 'effect.incomplete':
      return { ...run, effect: { key: fact.key, owner: fact.owner, state: 'in-doubt', policy: fact.policy } };
  }
}

const attemptOf = (fact: Extract<Fact, { type: 'step.started' }>): StepAttempt => ({
  attempt: fact.attempt,
  startedAt: fact.at,
  endedAt: null,
  worker: fact.worker ?? null,
  status: null,
  usage: null,
  text: '',
  terms: [],
  failed: null,
  log: null,
});

const withAttempt = (run: StepRun, attempt: number, change: Partial<StepAttempt>): StepRun => ({
  ...run,
  attempts: run.attempts.map((each) => (each.attempt === attempt ? { ...each, ...change } : each)),
});

/** What was running when the holder went away; what waited still waits. Its turn is dead: nobody knows what it spent. */
export const interruptedRun = (run: StepRun): StepRun =>
  run.state === 'running' ? { ...run, state: 'interrupted', attempts: run.attempts.map(deadAttempt) } : run;

const deadAttempt = (attempt: StepAttempt): StepAttempt =>
  attempt.worker === null || attempt.usage !== null
    ? attempt
    : { ...attempt, usage: { state: 'absent', why: 'the turn ended without a record' } };

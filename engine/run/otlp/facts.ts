import type { Usage } from '../../ports';
import type { Fact } from '../../trace/entry';
import type { CommandEvidence } from '../../trace/result';
import { isItem } from '../../trace/scope';
import type { StepFact } from '../history/stepFacts';
import type { OpenSpans } from './openSpans';
import type { Places } from './places';
import { callKey, turnKey } from './places';
import type { Attribute, Status } from './span';

/** A fact about a step: turns and commands are spans in it, what else happened is attributes and events. */
export function factSpans(spans: OpenSpans, places: Places, fact: StepFact): void {
  const { within = '', at } = fact;
  const step = places.step(within, fact, fact);
  switch (fact.type) {
    case 'step.started':
      spans.set(step, { 'converge.step.kind': fact.kind });
      if (fact.worker !== undefined)
        spans.open(turnKey(within, fact, fact.attempt), turnOf(fact, step, { 'gen_ai.agent.name': fact.worker }));
      return;
    case 'worker.turn': {
      const key = turnKey(within, fact, fact.attempt);
      // Its beginning could not be read: it says itself how long it took.
      spans.open(key, { ...turnOf(fact, step, {}), beforeMs: fact.durationMs });
      spans.close(key, at, turnAttributes(fact), turnStatus(fact));
      return;
    }
    case 'verify.command': {
      const key = `command|${within}|${fact.step}|${fact.visit}|${fact.index}`;
      const { result } = fact;
      const begin = { parent: step, name: 'command', at, seq: fact.seq, beforeMs: result.durationMs };
      spans.open(key, { ...begin, attributes: commandAttributes(result) });
      spans.close(key, at, {}, result.clean ? OK : { code: 2, message: result.reason });
      return;
    }
    case 'check.evaluated': {
      const failed = fact.terms.filter(({ ok }) => !ok).map(({ term }) => term);
      const given = { 'converge.check.ok': fact.ok, 'converge.check.failed_terms': failed };
      spans.event([step], 'converge.check.evaluated', at, given);
      return;
    }
    case 'workspace.snapshot':
      if (fact.when === 'step-end') spans.set(step, { 'converge.changed_files': fact.changed?.length ?? 0 });
      return;
    case 'step.failed':
      spans.event([step], 'converge.step.failed', at, {
        'converge.attempt': fact.attempt,
        'converge.reason': fact.reason,
      });
      return;
    case 'step.finished':
      if (isItem(within)) spans.close(step, at);
      else spans.over(step, at);
      return;
    case 'call.started':
      places.flow(fact.path, fact);
      spans.set(callKey(fact.path), { 'converge.flow.id': fact.flow.id, 'converge.flow.hash': fact.flow.hash });
      return;
    case 'cache.hit':
      spans.set(step, { 'converge.cache.hit': true, 'converge.cache.key': fact.key });
      return;
    case 'effect.claimed':
    case 'effect.committed':
    case 'effect.incomplete':
      spans.event([step], `converge.${fact.type}`, at, { 'converge.effect.key': fact.key });
      return;
  }
}

const OK: Status = { code: 1 };

const turnOf = (
  { at, seq }: Pick<Fact, 'at' | 'seq'>,
  parent: string,
  attributes: Readonly<Record<string, Attribute>>,
) => ({ parent, name: 'invoke_agent', at, seq, kind: 3 as const, attributes });

function turnAttributes(turn: Extract<Fact, { type: 'worker.turn' }>): Readonly<Record<string, Attribute>> {
  return {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': turn.worker,
    'gen_ai.request.model': turn.model,
    'gen_ai.conversation.id': turn.session,
    'converge.attempt': turn.attempt,
    'converge.worker.use': turn.use,
    'converge.turn.status': turn.status,
    'converge.turn.exit': turn.exit,
    'error.type': turn.status === 'ok' ? undefined : turn.status,
    ...usageAttributes(turn.usage),
  };
}

/**
 * What a worker reported, under the names of OpenTelemetry's conventions for generative AI, by which cached tokens count among
 * those that went in and reasoning among those that came out. Unknown is said in words and has no number.
 */
function usageAttributes(usage: Usage): Readonly<Record<string, Attribute>> {
  const state = { 'converge.usage.state': usage.state };
  switch (usage.state) {
    case 'free':
      return state;
    case 'absent':
      return { ...state, 'converge.usage.why': usage.why };
    case 'reported': {
      const { tokens, usd, basis } = usage;
      const counts =
        tokens === null
          ? {}
          : {
              'gen_ai.usage.input_tokens': tokens.in + tokens.cachedIn + tokens.cacheWrite,
              'gen_ai.usage.cache_read.input_tokens': tokens.cachedIn,
              'gen_ai.usage.cache_creation.input_tokens': tokens.cacheWrite,
              'gen_ai.usage.output_tokens': tokens.out + tokens.reasoning,
              'gen_ai.usage.reasoning.output_tokens': tokens.reasoning,
            };
      const cost = usd === null ? {} : { 'converge.usage.usd': { double: usd }, 'converge.usage.basis': basis };
      return { ...state, ...counts, ...cost };
    }
  }
}

const turnStatus = ({ status, why }: Extract<Fact, { type: 'worker.turn' }>): Status =>
  status === 'ok' ? OK : { code: 2, message: why ?? status };

const commandAttributes = (result: CommandEvidence): Readonly<Record<string, Attribute>> => ({
  'converge.command': result.command,
  'converge.command.status': result.status,
  'process.exit.code': result.exit,
  'converge.command.clean': result.clean,
  'converge.tests.passed': result.tests?.passed,
  'converge.tests.failed': result.tests?.failed,
  'converge.tests.skipped': result.tests?.skipped,
  'converge.tests.deselected': result.tests?.deselected,
});

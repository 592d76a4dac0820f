import type { Decision } from '../../trace/decision';
import type { Within } from '../../trace/scope';
import { parentOf } from '../../trace/scope';
import type { OpenSpans } from './openSpans';
import type { Origin, Places } from './places';
import { callKey, innerKey, passKey, RUN } from './places';
import type { Attribute, Status } from './span';

type Given = Readonly<Record<string, Attribute>>;

/**
 * What a commit makes true: ends of spans, and events in them. What it ends is given back: that is ended when all of the commit
 * has its place.
 */
export function decisionSpans(
  spans: OpenSpans,
  places: Places,
  within: Within,
  event: Decision,
  from: Origin,
): readonly Closing[] {
  const { at } = from;
  const happened = (loop: string | null, pass: number, given: Given) => {
    const inPass = loop === null ? [] : [passKey(within, loop, pass)];
    spans.event([...inPass, callKey(within), RUN], `converge.${event.type}`, at, given);
    return [];
  };
  switch (event.type) {
    case 'step.done': {
      const key = places.step(within, event, from);
      const failed = event.outcome === 'failed' || event.outcome === 'fail' || event.outcome === 'incomplete';
      const status: Status = failed ? { code: 2, message: event.outcome } : { code: 0 };
      return [{ key, given: { 'converge.outcome': event.outcome, 'converge.step.kind': event.result.kind }, status }];
    }
    case 'loop.entered':
      places.pass(within, event.loop, 0, from);
      return [{ key: passKey(within, event.loop, 0), given: {} }];
    case 'pass.started':
      places.pass(within, event.loop, event.pass, from);
      return [];
    case 'claim.weighed': {
      const failed = event.terms.filter(({ ok }) => !ok).map(({ term }) => term);
      return happened(event.loop, event.pass, {
        'converge.claim.proposed': event.proposed,
        'converge.claim.confirmed': event.confirmed,
        'converge.claim.failed_terms': failed,
      });
    }
    case 'latch.opened':
      return happened(event.loop, event.pass, {
        'converge.latch.id': event.latch.id,
        'converge.latch.cause': event.latch.cause,
        'converge.step': event.latch.step,
        'converge.reason': event.latch.reason,
      });
    case 'latch.cleared':
      return happened(event.loop, event.pass, {
        'converge.latch.id': event.latch,
        'converge.latch.evidence': event.evidence,
      });
    case 'latch.accepted':
      return happened(event.loop, event.pass, { 'converge.latch.id': event.latch, 'converge.reason': event.why });
    case 'frozen.drifted':
      return happened(event.loop, event.pass, { 'converge.paths': event.paths });
    case 'note.added':
      return happened(event.loop, event.note.pass, { 'converge.note.from': event.note.from });
    case 'steer.sent':
      return happened(event.loop, event.pass, { 'converge.steer': event.steer });
    case 'spend.warned':
      return happened(event.loop, event.pass, { 'converge.spend.part': { double: event.part } });
    case 'pass.ended': {
      places.pass(within, event.loop, event.pass, from);
      const confirmed = event.decision === 'confirmed';
      const given = { 'converge.pass.decision': event.decision, 'converge.pass.stalled': event.stalled };
      return [{ key: passKey(within, event.loop, event.pass), given, status: { code: confirmed ? 1 : 0 } }];
    }
    case 'loop.exited':
      return happened(event.loop, event.pass, { 'converge.loop': event.loop, 'converge.reason': event.reason });
    case 'loop.reopened':
      return happened(event.loop, event.pass, { 'converge.loop': event.loop });
    case 'workflow.loop.batch.started':
      // One that was not used up is over where another begins.
      return spans.keys(innerKey(within, event.loop, 0).slice(0, -1)).map((key) => ({ key, given: {} }));
    case 'workflow.loop.iteration':
    case 'improve.round':
      return [];
    case 'workflow.loop.exhausted':
    case 'workflow.loop.abandoned':
    case 'workflow.loop.left':
      // It may be entered again when it is used up: it is closed where another begins, or with its pass.
      spans.set(innerKey(within, event.loop, event.batch), { 'converge.batch.end': event.type });
      spans.over(innerKey(within, event.loop, event.batch), at);
      return [];
    case 'improve.scored': {
      const given: Given = { 'converge.score': event.score === null ? null : { double: event.score } };
      return openRounds(spans, within, event.loop).map((key) => ({ key, given }));
    }
    case 'improve.ended':
      return [
        ...openRounds(spans, within, event.loop).map((key) => ({ key, given: {} })),
        ...happened(null, 0, { 'converge.loop': event.loop, 'converge.reason': event.reason }),
      ];
    case 'gate.decided':
      spans.set(places.step(within, event, from), {
        'converge.gate.decision': event.decision,
        'converge.gate.attempt': event.attempt,
      });
      return [];
    case 'task.finished':
      return happened(null, 0, { 'converge.task': event.task, 'converge.task.status': event.status });
    case 'ask.opened':
      // A question about the budget belongs to no step.
      if (event.step !== '') places.waiting(parentOf(event.ask), event, from);
      spans.event([callKey(parentOf(event.ask)), RUN], 'converge.ask.opened', at, { 'converge.ask': event.ask });
      return [];
    case 'ask.answered':
      spans.event([callKey(parentOf(event.ask)), RUN], `converge.${event.type}`, at, { 'converge.ask': event.ask });
      return [];
    case 'wait.started':
      places.waiting(parentOf(event.wait), event, from);
      return [];
    case 'poll':
      spans.event([callKey(parentOf(event.wait)), RUN], `converge.${event.type}`, at, { 'converge.wait': event.wait });
      return [];
    case 'caps.changed':
    case 'caps.refused':
      return happened(null, 0, { 'converge.loop': event.loop });
    case 'run.paused':
      return happened(null, 0, {});
    case 'run.ended': {
      const given = {
        'converge.outcome': event.outcome,
        'converge.reason': event.reason,
        'converge.confirmed': event.confirmed,
      };
      const status = endStatus(event);
      if (within !== '') return [{ key: callKey(within), given, status }];
      spans.set(RUN, given, status);
      return [];
    }
  }
}

export interface Closing {
  readonly key: string;
  readonly given: Given;
  readonly status?: Status;
}

/** Only a completion on evidence is well; what a worker's word stands behind is left unsaid. */
function endStatus({ outcome, confirmed, why, reason }: Extract<Decision, { type: 'run.ended' }>): Status {
  if (outcome === 'complete') return { code: confirmed === 'evidence' ? 1 : 0 };
  if (outcome === 'handoff' || outcome === 'escalated') return { code: 0 };
  return { code: 2, message: why ?? reason ?? outcome };
}

const openRounds = (spans: OpenSpans, within: Within, loop: string): readonly string[] =>
  spans.keys(innerKey(within, loop, 0).slice(0, -1));

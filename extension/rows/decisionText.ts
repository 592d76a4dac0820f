import { batchText } from '../../engine/run/iterations';
import type { Decision } from '../../engine/trace/decision';
import { brief, joined } from './words';

/** A decision in a few words, for the line of its commit. */
export function decisionText(decision: Decision): string {
  switch (decision.type) {
    case 'step.done':
      return `${decision.step}: ${decision.outcome}${decision.cache?.hit ? ' (cache)' : ''}${arrow(decision.to)}`;
    case 'loop.entered':
      return `${decision.loop} entered`;
    case 'pass.started':
      return `${decision.loop} pass ${decision.pass} started`;
    case 'claim.weighed':
      return `proposed ${decision.proposed}, ${decision.confirmed ? 'confirmed' : 'not confirmed'}`;
    case 'latch.opened':
      return `latch opened: ${decision.latch.id}`;
    case 'latch.cleared':
      return `latch cleared: ${decision.latch}`;
    case 'latch.accepted':
      return `latch accepted by ${decision.by}: ${decision.latch}`;
    case 'frozen.drifted':
      return `frozen paths changed: ${decision.paths.join(', ')}`;
    case 'note.added':
      return `note: ${brief(decision.note.text, 60)}`;
    case 'steer.sent':
      return `steer: ${decision.steer}`;
    case 'spend.warned':
      return `${Math.round(decision.part * 100)}% of the spend cap`;
    case 'pass.ended':
      return `${decision.loop} pass ${decision.pass}: ${decision.decision}`;
    case 'loop.reopened':
      return `${decision.loop} goes on with pass ${decision.pass}, its bound was raised`;
    case 'loop.exited':
      return `${decision.loop} left: ${decision.reason}`;
    case 'gate.decided':
      return joined(
        `${decision.step} ${decision.decision}`,
        `attempt ${decision.attempt}`,
        scoreText(decision.verdict.score),
      );
    case 'workflow.loop.batch.started':
      return `${decision.loop} batch ${decision.batch} started`;
    case 'workflow.loop.iteration':
      return `${decision.loop} ${batchText(decision, null)}`;
    case 'workflow.loop.exhausted':
      return `${decision.loop} batch ${decision.batch} used up → ${decision.to}`;
    case 'workflow.loop.abandoned':
      return `${decision.loop} batch ${decision.batch} abandoned by ${decision.by}`;
    case 'workflow.loop.left':
      return `${decision.loop} batch ${decision.batch} left → ${decision.to}`;
    case 'improve.round':
      return `${decision.loop} round ${decision.round}`;
    case 'improve.scored':
      return joined(`${decision.loop} round ${decision.round}`, scoreText(decision.score) || 'no score');
    case 'improve.ended':
      return `${decision.loop} ${decision.reason}${arrow(decision.to)}`;
    case 'task.finished':
      return `task ${decision.task} ${decision.status}`;
    case 'wait.started':
      return `${decision.step} waits`;
    case 'poll':
      return `${decision.step} poll ${decision.poll}: ${decision.outcome}`;
    case 'caps.changed':
      return `${decision.by} changed caps of ${decision.loop}`;
    case 'caps.refused':
      return `caps of ${decision.loop} not changed: ${brief(decision.why, 60)}`;
    case 'run.paused':
      return `paused by ${decision.by}`;
    case 'ask.opened':
      return `asked: ${brief(decision.question, 60)}`;
    case 'ask.answered':
      return `${decision.by} answered ${decision.choice}`;
    case 'run.ended':
      return joined(`run ${decision.outcome}`, decision.reason ?? '');
  }
}

const arrow = (to: readonly string[]): string => (to.length > 0 ? ` → ${to.join(', ')}` : '');
const scoreText = (score: number | null): string => (score === null ? '' : `score ${score}`);

import type { Decision } from '../../engine/trace/decision';
import { brief, joined } from './words';

/** A decision in a few words, for the line of its commit. */
export function decisionText(decision: Decision): string {
  switch (decision.type) {
    case 'step.done':
      return `${decision.step}: ${decision.outcome}${decision.to.length > 0 ? ` → ${decision.to.join(', ')}` : ''}`;
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
    case 'ask.opened':
      return `asked: ${brief(decision.question, 60)}`;
    case 'ask.answered':
      return `${decision.by} answered ${decision.choice}`;
    case 'run.ended':
      return joined(`run ${decision.outcome}`, decision.reason ?? '');
  }
}

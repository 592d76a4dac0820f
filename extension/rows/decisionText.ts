import type { Decision } from '../../engine/trace/decision';
import { batchText } from './countWords';
import { say } from './say';
import { outcomeWord } from './statusWord';
import { brief, joined } from './words';

/** A decision in a few words, for the line of its commit. */
export function decisionText(decision: Decision): string {
  switch (decision.type) {
    case 'step.done':
      return `${decision.step}: ${decision.outcome}${decision.cache?.hit ? ` ${say('(cache)')}` : ''}${arrow(decision.to)}`;
    case 'loop.entered':
      return say('{0} entered', decision.loop);
    case 'pass.started':
      return say('{0} pass {1} started', decision.loop, decision.pass);
    case 'claim.weighed':
      return decision.confirmed
        ? say('proposed {0}, confirmed', decision.proposed)
        : say('proposed {0}, not confirmed', decision.proposed);
    case 'latch.opened':
      return say('latch opened: {0}', decision.latch.id);
    case 'latch.cleared':
      return say('latch cleared: {0}', decision.latch);
    case 'latch.accepted':
      return say('latch accepted by {0}: {1}', decision.by, decision.latch);
    case 'frozen.drifted':
      return say('frozen paths changed: {0}', decision.paths.join(', '));
    case 'note.added':
      return say('note: {0}', brief(decision.note.text, 60));
    case 'steer.sent':
      return say('steer: {0}', decision.steer);
    case 'spend.warned':
      return say('{0}% of the spend cap', Math.round(decision.part * 100));
    case 'pass.ended':
      return say('{0} pass {1}: {2}', decision.loop, decision.pass, decision.decision);
    case 'loop.reopened':
      return say('{0} goes on with pass {1}, its bound was raised', decision.loop, decision.pass);
    case 'loop.exited':
      return say('{0} left: {1}', decision.loop, decision.reason);
    case 'gate.decided':
      return joined(
        `${decision.step} ${decision.decision}`,
        say('attempt {0}', decision.attempt),
        scoreText(decision.verdict.score),
      );
    case 'workflow.loop.batch.started':
      return say('{0} batch {1} started', decision.loop, decision.batch);
    case 'workflow.loop.iteration':
      return `${decision.loop} ${batchText(decision, null)}`;
    case 'workflow.loop.exhausted':
      return say('{0} batch {1} used up → {2}', decision.loop, decision.batch, decision.to);
    case 'workflow.loop.abandoned':
      return say('{0} batch {1} abandoned by {2}', decision.loop, decision.batch, decision.by);
    case 'workflow.loop.left':
      return say('{0} batch {1} left → {2}', decision.loop, decision.batch, decision.to);
    case 'improve.round':
      return say('{0} round {1}', decision.loop, decision.round);
    case 'improve.scored':
      return joined(say('{0} round {1}', decision.loop, decision.round), scoreText(decision.score) || say('no score'));
    case 'improve.ended':
      return `${decision.loop} ${decision.reason}${arrow(decision.to)}`;
    case 'task.finished':
      return say('task {0} {1}', decision.task, decision.status);
    case 'wait.started':
      return say('{0} waits', decision.step);
    case 'poll':
      return say('{0} poll {1}: {2}', decision.step, decision.poll, decision.outcome);
    case 'caps.changed':
      return say('{0} changed caps of {1}', decision.by, decision.loop);
    case 'caps.refused':
      return say('caps of {0} not changed: {1}', decision.loop, brief(decision.why, 60));
    case 'run.paused':
      return say('paused by {0}', decision.by);
    case 'ask.opened':
      return say('asked: {0}', brief(decision.question, 60));
    case 'ask.answered':
      return say('{0} answered {1}', decision.by, decision.choice);
    case 'run.ended':
      return joined(say('run {0}', outcomeWord(decision.outcome)), decision.reason ?? '');
  }
}

const arrow = (to: readonly string[]): string => (to.length > 0 ? ` → ${to.join(', ')}` : '');
const scoreText = (score: number | null): string => (score === null ? '' : say('score {0}', score));

import { openAsks } from '../../engine/run/state';
import type { RunStatus, RunView } from './runView';
import { statusOf } from './runView';
import { say } from './say';
import { endText, joined, spendText } from './words';

/**
 * Kinds of what a person is told, each of which can be silenced: a question, an end that is not complete on evidence, a good
 * end, a parked run that cannot go on by itself, and the progress of a run.
 */
export const NOTICE_KINDS = ['question', 'badEnd', 'goodEnd', 'parked', 'progress'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export interface Notice {
  readonly what: NoticeKind;
  readonly kind: 'information' | 'warning' | 'error';
  readonly message: string;
  readonly action: 'answer' | 'show';
}

/**
 * What a person is told when a run came from one state to another, or nothing.
 *
 * R1 Only a run that was seen running is spoken of, once for each time it stops moving; of one that waited, its end.
 * R2 `whenNeeded`: a question and every end that is not complete are said; a good end only where the window was away.
 * R3 A good end is one on evidence. What only an opinion confirmed is always said.
 * R4 What a person paused needs no word.
 * R5 A kind that was silenced is never said.
 */
export function noticeOf(run: RunView, before: RunStatus | undefined, situation: Situation): Notice | null {
  const notice = unsilenced(run, before, situation);
  return notice !== null && situation.silenced.includes(notice.what) ? null : notice;
}

export interface Situation {
  readonly focused: boolean;
  readonly setting: 'whenNeeded' | 'always' | 'never';
  readonly silenced: readonly NoticeKind[];
}

function unsilenced(run: RunView, before: RunStatus | undefined, situation: Situation): Notice | null {
  const status = statusOf(run);
  const moved = before === 'running' || (before === 'waiting' && run.state.end !== null);
  if (situation.setting === 'never' || !moved || status === 'running' || status === 'paused') return null;
  const flow = run.state.head?.flow.id ?? run.id;
  if (status === 'waiting') {
    const [ask] = openAsks(run.state);
    // That it waits for a time is nothing to do for anybody.
    return ask
      ? { what: 'question', kind: 'information', message: say('{0} asks: {1}', flow, ask.question), action: 'answer' }
      : null;
  }
  const good = status === 'complete' && run.state.end?.confirmed === 'evidence';
  if (good && situation.focused && situation.setting !== 'always') return null;
  const said = run.state.end ? endText(run.state.end) : say('interrupted: its process is gone, it can be resumed');
  const message = joined(say('{0}: {1}', flow, said), run.state.end?.why, spendText(run.state.spend));
  const opinion = status === 'complete' && run.state.end?.confirmed === 'opinion';
  const what = good ? 'goodEnd' : 'badEnd';
  return {
    what,
    kind: status === 'failed' ? 'error' : good || opinion ? 'information' : 'warning',
    message,
    action: 'show',
  };
}

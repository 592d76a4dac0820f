import { openAsks } from '../../engine/run/state';
import type { RunStatus, RunView } from './runView';
import { statusOf } from './runView';
import { endText, joined, spendText } from './words';

export interface Notice {
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
 */
export function noticeOf(
  run: RunView,
  before: RunStatus | undefined,
  situation: { readonly focused: boolean; readonly setting: 'whenNeeded' | 'always' | 'never' },
): Notice | null {
  const status = statusOf(run);
  const moved = before === 'running' || (before === 'waiting' && run.state.end !== null);
  if (situation.setting === 'never' || !moved || status === 'running' || status === 'paused') return null;
  const flow = run.state.head?.flow.id ?? run.id;
  if (status === 'waiting') {
    const [ask] = openAsks(run.state);
    // That it waits for a time is nothing to do for anybody.
    return ask ? { kind: 'information', message: `${flow} asks: ${ask.question}`, action: 'answer' } : null;
  }
  const good = status === 'complete' && run.state.end?.confirmed === 'evidence';
  if (good && situation.focused && situation.setting !== 'always') return null;
  const said = run.state.end ? endText(run.state.end) : 'interrupted: its process is gone, it can be resumed';
  const message = joined(`${flow}: ${said}`, run.state.end?.why, spendText(run.state.spend));
  const opinion = status === 'complete' && run.state.end?.confirmed === 'opinion';
  return { kind: status === 'failed' ? 'error' : good || opinion ? 'information' : 'warning', message, action: 'show' };
}

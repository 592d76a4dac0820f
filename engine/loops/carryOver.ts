import type { UntilLoop } from '../flow/schema';
import type { Decision, Note } from '../trace/decision';
import { partSpent } from './bounds';
import type { Closing, LoopState } from './loopState';
import { KEEP_NOTES, noteText, STEERS } from './notes';
import type { Spend } from './spend';

export interface EndedPass {
  readonly id: string;
  readonly loop: UntilLoop;
  /** Groups and improve loops of its body. */
  readonly inner: readonly string[];
  /** As it stands behind the pass. */
  readonly state: Pick<LoopState, 'pass' | 'total' | 'warned' | 'stalled'>;
  readonly closing: Closing;
  readonly lesson: string;
  /** What the engine itself has to tell of the pass; empty or absent: nothing. */
  readonly said?: string;
  readonly spend: Spend;
}

/**
 * What rides from a pass into the next one: the lesson or the engine's own note, the steers, and the pass itself. The same
 * where the next pass follows at once and where a raised bound lets it follow later.
 */
export function carryOver({
  id: loop,
  loop: spec,
  inner,
  state,
  closing,
  lesson,
  said = '',
  spend,
}: EndedPass): readonly Decision[] {
  const { pass } = state;
  const next = pass + 1;
  const note = noteOf(pass, closing, lesson, spec.notes?.chars);
  const noteAdded = (note: Note): Decision => ({
    type: 'note.added',
    loop,
    note,
    keep: spec.notes?.keep ?? KEEP_NOTES,
  });
  const part = partSpent(spend, spec.spendCap ?? {});
  const warn = part >= 0.8;
  const steer = (name: keyof typeof STEERS): Decision => ({
    type: 'steer.sent',
    loop,
    pass: next,
    steer: name,
    text: STEERS[name](part),
  });
  return [
    ...(note.text === '' ? [] : [noteAdded(note)]),
    ...(said === '' ? [] : [noteAdded({ pass, from: 'engine', text: noteText(said, spec.notes?.chars) })]),
    ...(warn && !state.warned ? [{ type: 'spend.warned' as const, loop, pass, part }] : []),
    ...(warn ? [steer('spend-80')] : []),
    ...(state.stalled === 1 ? [steer('try-another-approach')] : []),
    { type: 'pass.started', loop, pass: next, total: state.total + 1, ...(inner.length > 0 ? { inner } : {}) },
  ];
}

/** An early end has no judge: the engine says what did not hold. */
function noteOf(pass: number, closing: Closing, lesson: string, chars: number | undefined): Note {
  if (closing.how === 'judged') return { pass, from: 'judge', text: noteText(lesson, chars) };
  return { pass, from: 'engine', text: noteText(`${closing.step} did not hold: ${closing.reason}`, chars) };
}

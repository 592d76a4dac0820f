import { ConvergeError } from '../failure';
import type { Redaction } from '../node/redact';
import type { Opening } from '../run/driving';
import type { Control } from '../trace/control';

/** What a person says to a run, without known secrets: it is recorded. A secret reaches a command by its name alone. */
export function redactedOpening(opening: Opening, { text, value }: Redaction): Opening {
  if (opening.kind !== 'start') return opening;
  return { ...opening, goal: text(opening.goal), inputs: value(opening.inputs), channels: value(opening.channels) };
}

/** The same of what a person does while it runs. A choice stays as it is: it is one of the question's own. */
export function redactedAct(act: Control, { text }: Redaction): Control {
  if (act.do === 'note') return { ...act, text: text(act.text) };
  if (act.do === 'accept') return { ...act, why: text(act.why) };
  return act;
}

export function redactedFailure(failure: ConvergeError, { text }: Redaction): ConvergeError {
  const message = text(failure.message);
  return message === failure.message ? failure : new ConvergeError(failure.code, message);
}

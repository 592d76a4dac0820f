import * as vscode from 'vscode';
import { openAsks, openLatches } from '../engine/run/state';
import { enteredLoops } from '../engine/runner/knownLoops';
import type { Control, RaisedBounds } from '../engine/trace/control';
import type { BoundToRaise } from './rows/raise';
import type { RunView } from './rows/runView';

/** What a person is asked before a run is acted upon. Each resolves to undefined where they turned away. */

/** `row`: the id of a question's row, where one was pointed at; else every open question can be answered. */
export async function askAnswer(run: RunView, row?: unknown): Promise<Control | undefined> {
  const open = openAsks(run.state);
  const named = open.filter(({ id }) => typeof row === 'string' && row.endsWith(`/question/${id}`));
  const asks = named.length > 0 ? named : open;
  const items = asks.flatMap((ask) =>
    ask.choices.map((choice) => ({
      label: choice,
      description: asks.length > 1 ? ask.question : '',
      detail: kindOf(run, ask.step) === 'ask' ? '' : (MEANS[choice]?.() ?? ''),
      ask: ask.id,
    })),
  );
  const title = asks.length === 1 ? asks[0]?.question : vscode.l10n.t('Answer');
  const chosen = await vscode.window.showQuickPick(items, { title, ignoreFocusOut: true });
  if (!chosen) return undefined;
  const said = await askWords(run, asks.find(({ id }) => id === chosen.ask)?.step ?? '', chosen.label);
  return said && { do: 'answer', ask: chosen.ask, choice: chosen.label, ...said };
}

/** What an answer of a person who is the worker of a step comes to. */
const MEANS: Readonly<Record<string, () => string>> = {
  done: () => vscode.l10n.t('The step is done. Checks that the flow has are run on it.'),
  failed: () => vscode.l10n.t('It could not be done: the step fails.'),
  met: () => vscode.l10n.t('You propose that the goal is met. The engine checks it.'),
  'not-met': () => vscode.l10n.t('Another pass, within the limits of the loop.'),
  passed: () => vscode.l10n.t('Good enough to go on with.'),
  revise: () => vscode.l10n.t('Not good enough yet: it goes back with what you say.'),
  again: () => vscode.l10n.t('Try again.'),
};

const kindOf = ({ flow }: RunView, step: string): string | undefined => flow?.steps[step]?.kind;

/** Where a person is the worker of a step, their words are its text. */
async function askWords(run: RunView, step: string, choice: string): Promise<{ readonly text?: string } | undefined> {
  const kind = kindOf(run, step);
  if (kind === undefined || kind === 'ask' || choice === 'again') return {};
  const prompt = vscode.l10n.t('What you say with it is kept in the run and given to the steps that read this one.');
  const text = await vscode.window.showInputBox({ title: choice, prompt, ignoreFocusOut: true });
  return text === undefined ? undefined : text.trim() === '' ? {} : { text: text.trim() };
}

/** `latch`: one that was named already. Accepting is recorded with who and why, so a reason is compulsory. */
export async function askAccept(run: RunView, latch?: string): Promise<Control | undefined> {
  const open = openLatches(run.state);
  const named = open.find((each) => each.id === latch);
  const items = open.map(({ id, step, reason }) => ({ label: step ?? id, description: id, detail: reason, id }));
  const id = named?.id ?? (await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Accept a Latch') }))?.id;
  if (id === undefined) return undefined;
  const why = await vscode.window.showInputBox({
    title: vscode.l10n.t('Accept {0}', id),
    prompt: vscode.l10n.t('Why is this change all right? The reason is kept in the run with your name.'),
    validateInput: (value) => (value.trim() ? undefined : vscode.l10n.t('Give a reason.')),
  });
  return why?.trim() ? { do: 'accept', latch: id, why: why.trim() } : undefined;
}

export async function askNote(run: RunView): Promise<Control | undefined> {
  const loops = enteredLoops(run.state);
  const loop = loops.length < 2 ? loops[0] : await vscode.window.showQuickPick(loops, { title: vscode.l10n.t('Loop') });
  if (loop === undefined) return undefined;
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Note for the next pass of {0}', loop),
    prompt: vscode.l10n.t('The next pass is given this beside the lessons of earlier ones.'),
  });
  return text?.trim() ? { do: 'note', loop, text: text.trim() } : undefined;
}

/** New values of the bounds that ended the run; `{}` where none has to be raised. */
export async function askRaise(
  bounds: readonly BoundToRaise[],
): Promise<Readonly<Record<string, RaisedBounds>> | undefined> {
  const raised: Record<string, RaisedBounds> = {};
  for (const { loop, bound, inForce, suggested } of bounds) {
    const whole = bound !== 'usd' && bound !== 'minutes';
    const fits = (value: string) => Number(value) > inForce && (!whole || Number.isSafeInteger(Number(value)));
    const text = await vscode.window.showInputBox({
      title: vscode.l10n.t('{0} was ended by a bound', loop),
      prompt: vscode.l10n.t('New {0}, {1} now. What was counted and spent stays counted and spent.', bound, inForce),
      value: String(suggested),
      validateInput: (value) => (fits(value) ? undefined : vscode.l10n.t('Give a number above {0}.', inForce)),
    });
    if (text === undefined) return undefined;
    raised[loop] = { ...raised[loop], [bound]: Number(text) };
  }
  return raised;
}

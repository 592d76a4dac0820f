import * as vscode from 'vscode';
import { SECRET_NAME } from '../../engine/flow/names';
import { isAllowed } from '../../engine/node/environment';
import { LEAST_SECRET } from '../../engine/node/redact';
import { showInformation } from '../plainNotice';
import type { Secrets } from '../secrets';

/** Asks for a name and a value. Names are listed; a value is never shown, not even to who stored it. */
export async function storeSecret(secrets: Secrets): Promise<void> {
  const known = await secrets.all();
  const title = vscode.l10n.t('Store a Secret');
  const name = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t(
      'A name such as NPM_TOKEN, or of the variable in which a worker looks for its key, such as OPENAI_API_KEY',
    ),
    ignoreFocusOut: true,
    validateInput: wrongName,
  });
  if (name === undefined) return;
  const value = await vscode.window.showInputBox({
    title: known.has(name) ? vscode.l10n.t('{0}: the new value in place of the one that is stored', name) : name,
    prompt: vscode.l10n.t(
      'Its value. It is kept by VS Code, handed only to what names it, and replaced in everything that is recorded.',
    ),
    password: true,
    ignoreFocusOut: true,
    validateInput: (given) =>
      given.length < LEAST_SECRET
        ? vscode.l10n.t('At least {0} characters: a shorter value could not be told from ordinary text.', LEAST_SECRET)
        : undefined,
  });
  if (value === undefined) return;
  await secrets.store(name, value);
  void showInformation(
    vscode.l10n.t('The secret {0} is stored. A command gets it by "env": { … : { "secret": "{0}" } }.', name),
  );
}

export async function forgetSecret(secrets: Secrets): Promise<void> {
  const names = [...(await secrets.all()).keys()].sort();
  if (names.length === 0) return void showInformation(vscode.l10n.t('No secret is stored.'));
  const title = vscode.l10n.t('Forget a Secret');
  const chosen = await vscode.window.showQuickPick(names, { title });
  if (chosen === undefined) return;
  await secrets.forget(chosen);
  void showInformation(vscode.l10n.t('The secret {0} is forgotten.', chosen));
}

function wrongName(given: string): string | undefined {
  if (!SECRET_NAME.test(given))
    return vscode.l10n.t('A name starts with a letter or _ and has at most 64 letters, digits and _.');
  return isAllowed(given)
    ? vscode.l10n.t('Every program gets a variable of this name already: choose another.')
    : undefined;
}

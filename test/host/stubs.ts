import * as vscode from 'vscode';

/** What was asked and said while something ran, by the name of the function. */
export interface Said {
  readonly asked: readonly string[];
  readonly messages: readonly string[];
  readonly errors: readonly string[];
}

/**
 * Runs something with a person in the window who takes the first entry of each list, writes `text` into each box and turns
 * away from each message, and returns what they were asked and told.
 */
export async function answering(act: () => unknown, text = 'because'): Promise<Said> {
  const asked: string[] = [];
  const messages: string[] = [];
  const errors: string[] = [];
  const message = (list: string[]) => async (said: string) => {
    list.push(said);
  };
  const stubs = {
    showQuickPick: async (items: readonly unknown[] | Thenable<readonly unknown[]>, options?: { title?: string }) => {
      asked.push(options?.title ?? 'list');
      return (await items)[0];
    },
    showInputBox: async (options?: { title?: string; value?: string }) => {
      asked.push(options?.title ?? 'box');
      return options?.value || text;
    },
    showSaveDialog: async () => {
      asked.push('save');
    },
    showOpenDialog: async () => {
      asked.push('open');
    },
    showInformationMessage: message(messages),
    showWarningMessage: message(messages),
    showErrorMessage: message(errors),
  };
  const window = vscode.window as object;
  const before = Object.keys(stubs).map((name) => [name, Reflect.get(window, name)] as const);
  for (const [name, stub] of Object.entries(stubs)) Reflect.set(window, name, stub);
  try {
    await act();
  } finally {
    for (const [name, real] of before) Reflect.set(window, name, real);
  }
  return { asked, messages, errors };
}

/** Runs something with a person in the window who chooses from each message the button of this name, where it has one. */
export async function choosing(button: string, act: (said: readonly string[]) => unknown): Promise<readonly string[]> {
  const said: string[] = [];
  const message = async (text: string, ...rest: readonly unknown[]) => {
    said.push(text);
    return rest.find((each) => each === button);
  };
  const names = ['showInformationMessage', 'showWarningMessage', 'showErrorMessage'] as const;
  const before = names.map((name) => [name, Reflect.get(vscode.window, name)] as const);
  for (const name of names) Reflect.set(vscode.window, name, message);
  try {
    await act(said);
  } finally {
    for (const [name, real] of before) Reflect.set(vscode.window, name, real);
  }
  return said;
}

/** Runs something as in a workspace that nobody trusts. */
export async function untrusted(act: () => unknown): Promise<void> {
  const own = Object.getOwnPropertyDescriptor(vscode.workspace, 'isTrusted');
  Object.defineProperty(vscode.workspace, 'isTrusted', { get: () => false, configurable: true, enumerable: true });
  try {
    await act();
  } finally {
    if (own) Object.defineProperty(vscode.workspace, 'isTrusted', own);
    else Reflect.deleteProperty(vscode.workspace, 'isTrusted');
  }
}

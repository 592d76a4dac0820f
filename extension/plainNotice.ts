import * as vscode from 'vscode';
import { printable } from '../engine/run/printable';

/**
 * The one door to notifications and dialogs. VS Code reads `[…](command:…)` in a notification as a link that runs a command:
 * what a flow, a trace or a worker says must not become one. Nothing in it can steer the order or hide, either.
 */
export const plainNotice = (text: string): string => printable(text).replaceAll('](', '] (');

type Show = (
  message: string,
  first?: vscode.MessageOptions | string,
  ...items: readonly string[]
) => Thenable<string | undefined>;

export const showInformation: Show = (message, first, ...items) =>
  typeof first === 'object'
    ? vscode.window.showInformationMessage(plainNotice(message), plainly(first), ...items)
    : vscode.window.showInformationMessage(plainNotice(message), ...buttons(first, items));

export const showWarning: Show = (message, first, ...items) =>
  typeof first === 'object'
    ? vscode.window.showWarningMessage(plainNotice(message), plainly(first), ...items)
    : vscode.window.showWarningMessage(plainNotice(message), ...buttons(first, items));

export const showError: Show = (message, first, ...items) =>
  typeof first === 'object'
    ? vscode.window.showErrorMessage(plainNotice(message), plainly(first), ...items)
    : vscode.window.showErrorMessage(plainNotice(message), ...buttons(first, items));

const buttons = (first: string | undefined, items: readonly string[]): readonly string[] =>
  first === undefined ? items : [first, ...items];

const plainly = ({ detail, ...rest }: vscode.MessageOptions): vscode.MessageOptions => ({
  ...rest,
  ...(detail === undefined ? {} : { detail: plainNotice(detail) }),
});

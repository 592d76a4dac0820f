import * as vscode from 'vscode';
import type { ServeWindow } from '../engine/runner/serving';

/**
 * Language models of VS Code for the runs that this window watches. What asks them is loaded with the first request. Nothing
 * is asked in an untrusted workspace: no run of it is carried there.
 */
export function modelServer(extension: vscode.ExtensionContext): ServeWindow {
  const models = {
    select: (selector: vscode.LanguageModelChatSelector) => vscode.lm.selectChatModels(selector),
    mayAsk: (model: vscode.LanguageModelChat) => extension.languageModelAccessInformation.canSendRequest(model),
  };
  return async (request, signal, progress) =>
    (await import('./models/serving')).serveModel(request, signal, progress, models);
}

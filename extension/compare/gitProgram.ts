import * as vscode from 'vscode';

interface GitExtension {
  getAPI(version: 1): { readonly git: { readonly path: string } };
}

/** The git that VS Code's own extension uses, which a setting may name; else the one on `PATH`. */
export function gitProgram(): string {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  if (!extension?.isActive) return 'git';
  try {
    return extension.exports.getAPI(1).git.path;
  } catch {
    // It is switched off.
    return 'git';
  }
}

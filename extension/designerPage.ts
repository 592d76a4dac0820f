import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { pageWords } from './pageWords';

/** The folder that a designer may load from, and nothing else. */
export const designerRoot = (extension: vscode.Uri): vscode.Uri => vscode.Uri.joinPath(extension, 'dist');

/** What the one bundle of our pages shows, as `data-page` of the body tells it. */
export type PageKind = 'designer' | 'gallery' | 'compare' | 'timeline';

/** A page of ours: one script that has the nonce, styles of our own folder, nothing from anywhere else. */
export function designerPage(webview: vscode.Webview, extension: vscode.Uri, page: PageKind = 'designer'): string {
  const nonce = randomBytes(16).toString('hex');
  const file = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(designerRoot(extension), name));
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource} 'nonce-${nonce}'`,
    `font-src ${webview.cspSource} data:`,
    `img-src ${webview.cspSource} data:`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${vscode.l10n.bundle === undefined ? 'en' : vscode.env.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta property="csp-nonce" nonce="${nonce}" content="${nonce}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${file('designer.css')}">
<title>${vscode.l10n.t('Flow')}</title>
</head>
<body data-page="${page}">
<div id="root"></div>
${pageWords(vscode.l10n.bundle)}<script nonce="${nonce}" src="${file('designer.js')}"></script>
</body>
</html>`;
}

import * as vscode from 'vscode';
import type { GallerySnapshot } from '../webview/protocol';
import { designerPage, designerRoot } from './designerPage';
import { galleryIntent } from './galleryIntent';
import type { Log } from './log';
import type { TemplateFiles } from './templateFiles';

/** Where a person chooses a template by its picture. One is shown at a time. */
export interface Gallery {
  readonly show: () => void;
}

/** `create`: makes a flow of the template of that name; true where one was made: then the gallery has done its work. */
export function templateGallery(
  extension: vscode.Uri,
  templates: TemplateFiles,
  log: Log,
  create: (template: string) => Promise<boolean>,
): Gallery {
  let shown: vscode.WebviewPanel | undefined;

  const received = async (panel: vscode.WebviewPanel, message: unknown) => {
    const read = galleryIntent.safeParse(message);
    if (!read.success) {
      log.error(`gallery: a message that is no intent was dropped: ${read.error.message}`);
      return;
    }
    switch (read.data.type) {
      case 'ready': {
        const snapshot: GallerySnapshot = { type: 'gallery', templates: await templates.pictured() };
        await panel.webview.postMessage(snapshot);
        return;
      }
      case 'choose':
        if (await create(read.data.name)) panel.dispose();
        return;
      case 'failed':
        log.error(`gallery: ${read.data.message}`);
    }
  };

  const open = () => {
    const title = vscode.l10n.t('New Flow');
    const panel = vscode.window.createWebviewPanel('converge.gallery', title, vscode.ViewColumn.Active, {
      enableScripts: true,
      localResourceRoots: [designerRoot(extension)],
    });
    const icon = (name: string) => vscode.Uri.joinPath(extension, 'media', name);
    panel.iconPath = { light: icon('flow-light.svg'), dark: icon('flow-dark.svg') };
    panel.onDidDispose(() => {
      shown = undefined;
    });
    panel.webview.onDidReceiveMessage((message: unknown) =>
      received(panel, message).catch((thrown) => log.failed(title, thrown)),
    );
    panel.webview.html = designerPage(panel.webview, extension, 'gallery');
    return panel;
  };

  return {
    show: () => {
      shown ??= open();
      shown.reveal();
    },
  };
}

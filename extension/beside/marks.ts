import * as vscode from 'vscode';
import { blocksOf } from '../../engine/run/attribution/writtenLines';
import type { Log } from '../log';
import { writerHover } from './hoverText';
import { writerText } from './placeText';
import type { WrittenFiles } from './writtenFiles';

/** Marks and hovers on lines that a run wrote, in every editor that is visible. Nothing of it is there while it is off. */
export interface Marks extends vscode.Disposable {
  readonly set: (on: boolean) => void;
  /** Looks at the visible editors again. */
  readonly draw: () => void;
  /** For tests: the ranges that are marked in a document with what stands behind them. */
  readonly shown: (uri: vscode.Uri) => readonly vscode.DecorationOptions[];
}

export function showMarks(written: WrittenFiles, log: Log): Marks {
  const shown = new Map<string, readonly vscode.DecorationOptions[]>();
  let on: vscode.Disposable | null = null;
  let type: vscode.TextEditorDecorationType | null = null;
  let waiting: NodeJS.Timeout | null = null;

  const drawIn = async (editor: vscode.TextEditor) => {
    const { document } = editor;
    const { version } = document;
    const text = await written.of(document.uri, document.getText());
    // A later call has drawn it, or will.
    if (type === null || document.version !== version) return;
    const options = blocksOf(text?.writers ?? []).flatMap(({ from, to, by }): readonly vscode.DecorationOptions[] => {
      const writer = text?.recordings[by]?.by;
      if (!writer) return [];
      const label = { after: { contentText: writerText(writer) } };
      const first = { range: document.lineAt(from).range, renderOptions: label };
      return to === from + 1 ? [first] : [first, { range: new vscode.Range(from + 1, 0, to - 1, 0) }];
    });
    shown.set(document.uri.toString(), options);
    editor.setDecorations(type, [...options]);
  };
  const draw = () => {
    if (on === null) return;
    waiting ??= setTimeout(() => {
      waiting = null;
      for (const editor of vscode.window.visibleTextEditors) {
        if (editor.document.uri.scheme !== 'file') continue;
        drawIn(editor).catch((thrown) => log.error(`marks in ${editor.document.uri.fsPath}: ${thrown}`));
      }
    }, GATHER_MS);
  };
  const off = () => {
    if (waiting !== null) clearTimeout(waiting);
    waiting = null;
    on?.dispose();
    on = null;
    type = null;
    shown.clear();
  };
  return {
    set: (wanted) => {
      if (!wanted) off();
      if (!wanted || on !== null) return;
      type = vscode.window.createTextEditorDecorationType(LOOK);
      on = vscode.Disposable.from(
        type,
        vscode.languages.registerHoverProvider({ scheme: 'file' }, hovers(written)),
        vscode.window.onDidChangeVisibleTextEditors(draw),
        vscode.workspace.onDidChangeTextDocument(({ document }) => {
          const visible = vscode.window.visibleTextEditors.some((editor) => editor.document === document);
          if (visible && document.uri.scheme === 'file') draw();
        }),
      );
      draw();
    },
    draw,
    shown: (uri) => shown.get(uri.toString()) ?? [],
    dispose: off,
  };
}

const GATHER_MS = 100;
const COLOUR = new vscode.ThemeColor('charts.purple');
const LOOK: vscode.DecorationRenderOptions = {
  isWholeLine: true,
  borderWidth: '0 0 0 2px',
  borderStyle: 'solid',
  borderColor: COLOUR,
  overviewRulerColor: COLOUR,
  overviewRulerLane: vscode.OverviewRulerLane.Left,
  rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  after: { color: new vscode.ThemeColor('descriptionForeground'), margin: '0 0 0 3em', fontStyle: 'italic' },
};

const hovers = (written: WrittenFiles): vscode.HoverProvider => ({
  provideHover: async (document, position) => {
    const text = await written.of(document.uri, document.getText());
    const by = text?.writers[position.line];
    const writer = by === undefined ? null : text?.recordings[by]?.by;
    if (!text || !writer) return undefined;
    return new vscode.Hover(writerHover(text.run, writer), document.lineAt(position.line).range);
  },
});

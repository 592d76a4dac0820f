import * as vscode from 'vscode';
import { readFragment } from '../engine/flow/fragment';
import { graphOf } from '../engine/flow/graph';
import { textIn } from '../engine/flow/graph/tolerant';
import { parseFlow } from '../engine/flow/parse';
import { TEMPLATES } from '../engine/flow/templates';
import type { GalleryTemplate, TemplateInfo } from '../webview/protocol';
import type { DesignerWorld } from './designerActs';
import type { EditDone, FlowDocuments } from './document';

/** A template that comes with the extension, as its file has it. */
export interface Template extends TemplateInfo {
  readonly text: string;
  /** Kinds of its steps and types of its loops, each once. */
  readonly kinds: readonly string[];
  readonly loops: readonly string[];
}

/** The templates, read from their files when they are first asked for. */
export interface TemplateFiles {
  readonly all: () => Promise<readonly Template[]>;
  /** The same for the gallery, with pictures. */
  readonly pictured: () => Promise<readonly GalleryTemplate[]>;
  /** Inserts a template's steps and loops into a flow, as a paste does. */
  readonly insert: (
    document: vscode.TextDocument,
    version: number,
    name: string,
    position: readonly [number, number] | undefined,
  ) => Promise<EditDone>;
  /** The world with the templates in it. */
  readonly within: (world: DesignerWorld) => DesignerWorld;
}

export function templateFiles(extension: vscode.Uri, documents: FlowDocuments): TemplateFiles {
  let reading: Promise<readonly Template[]> | undefined;
  let shown: readonly TemplateInfo[] | undefined;
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const all = () => {
    reading ??= Promise.all(TEMPLATES.map((name) => readTemplate(extension, name)));
    return reading;
  };
  return {
    all,
    pictured: async () =>
      Promise.all(
        (await all()).map(async ({ text: _, ...template }) => ({
          ...template,
          picture: await textOf(extension, `${template.name}.svg`).catch(() => ''),
        })),
      ),
    insert: async (document, version, name, position) => {
      const template = (await all()).find((each) => each.name === name);
      const fragment = template && readFragment(template.text);
      if (!fragment) return { ok: false, why: vscode.l10n.t('There is no template "{0}".', name) };
      return documents.edit(document, version, { type: 'paste', fragment, ...(position && { position }) });
    },
    within: (world) => ({
      of: (document) => {
        // The beginning of a flow is of no use inside of one.
        if (!shown)
          void all().then((found) => {
            shown ??= found.flatMap(({ name, title, purpose }) => (name === 'empty' ? [] : [{ name, title, purpose }]));
            changed.fire(document.uri);
          });
        return { ...world.of(document), templates: shown ?? [] };
      },
      onDidChange: (listener, self, disposables) => {
        const both = vscode.Disposable.from(world.onDidChange(listener, self), changed.event(listener, self));
        disposables?.push(both);
        return both;
      },
    }),
  };
}

async function readTemplate(extension: vscode.Uri, name: string): Promise<Template> {
  const text = await textOf(extension, `${name}.converge.json`);
  const flow = parseFlow(text).value ?? {};
  const { steps, loops } = graphOf(flow);
  const [title, purpose] =
    name === 'empty'
      ? [vscode.l10n.t('Empty'), vscode.l10n.t('One verification; the rest is yours to draw.')]
      : [textIn(flow, ['title']) || name, textIn(flow, ['purpose'])];
  return {
    name,
    title,
    purpose,
    text,
    kinds: [...new Set(steps.map(({ kind }) => kind))],
    loops: [...new Set(loops.map(({ type }) => type))],
  };
}

async function textOf(extension: vscode.Uri, file: string): Promise<string> {
  const source = vscode.Uri.joinPath(extension, 'media', 'templates', file);
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(source));
}

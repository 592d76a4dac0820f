import { createHash } from 'node:crypto';
import { join } from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod';
import { entryOf } from '../engine/node/entryOf';
import { readOwnFile } from '../engine/node/ownFile';
import type { RecordedTrees } from '../engine/node/workspace/recorded';
import { openRecordedTrees } from '../engine/node/workspace/recorded';
import type { TreeId } from '../engine/ports';
import type { Compared } from './compareUris';
import { SCHEME } from './ids';
import type { Moments } from './moments';
import { showInformation } from './plainNotice';
import { claimTexts } from './rows/latchesRows';
import type { Runs } from './runs';

/**
 * Read-only documents about runs and of comparisons, computed when they are opened and never written: an entry of a trace, a line that could
 * not be read, a file as a run recorded it.
 *
 * R1 VS Code asks once and keeps the answer. A window that comes back asks for the documents of its tabs before this
 *    extension is active (so `onFileSystem` of the scheme activates it) and before runs were looked for (so answers wait).
 */
const askedSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('entry'), folder: z.string(), seq: z.number() }),
  z.object({ kind: z.literal('line'), folder: z.string(), line: z.number() }),
  z.object({ kind: z.literal('flow'), folder: z.string() }),
  z.object({ kind: z.literal('file'), folder: z.string(), tree: z.string(), path: z.string() }),
  z.object({ kind: z.literal('aligned'), folder: z.string(), other: z.string(), side: z.enum(['before', 'after']) }),
  z.object({
    kind: z.literal('claim'),
    folder: z.string(),
    latch: z.string(),
    side: z.enum(['claim', 'evidence']),
    events: z.number(),
  }),
  z.object({ kind: z.literal('revision'), file: z.string(), revision: z.string(), path: z.string().optional() }),
  z.object({ kind: z.literal('conflict'), file: z.string(), side: z.enum(['ours', 'theirs']) }),
]);
type Asked = z.infer<typeof askedSchema>;

type OfRun = Exclude<Asked, Compared>;

const uriFor = (name: string, asked: OfRun): vscode.Uri =>
  vscode.Uri.from({ scheme: SCHEME, path: `/${name}`, query: JSON.stringify(asked) });

export const entryUri = (folder: string, seq: number) => uriFor(`entry-${seq}.json`, { kind: 'entry', folder, seq });
export const lineUri = (folder: string, line: number) => uriFor(`line-${line}.txt`, { kind: 'line', folder, line });
/** The run's own copy of its flow. */
export const runFlowUri = (folder: string) => uriFor('flow.json', { kind: 'flow', folder });
/** A file as a run recorded it. It bears the name of `now`: beside one of another name it would be told as renamed. */
export const recordedUri = (folder: string, tree: TreeId, path: string, now: vscode.Uri) =>
  uriFor(now.path.slice(1), { kind: 'file', folder, tree, path });

/** @param looked is over once runs were looked for the first time */
export function provideTraceDocuments(runs: Runs, moments: Moments, looked: Promise<unknown>): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    provideTextDocumentContent: async (uri) => {
      const asked = askedSchema.parse(JSON.parse(uri.query));
      if (!('folder' in asked)) return (await import('./compare/comparing')).comparedText(asked);
      await looked;
      const run = runs.get(asked.folder);
      if (!run) return vscode.l10n.t('This run is not in the workspace any more.');
      switch (asked.kind) {
        case 'entry': {
          const found = await entryOf(await moments.recorded(asked.folder), asked.seq);
          return found ? `${JSON.stringify(found, null, 2)}\n` : vscode.l10n.t('This entry is gone.');
        }
        case 'line':
          return (await moments.recorded(asked.folder)).text(asked.line);
        case 'aligned':
          if (!runs.get(asked.other)) return vscode.l10n.t('This run is not in the workspace any more.');
          return (await import('./reporting/reporting')).alignedText(asked);
        case 'claim': {
          const latch = run.state.ledger.find(({ id }) => id === asked.latch);
          return latch ? claimTexts(latch)[asked.side] : vscode.l10n.t('This latch is gone.');
        }
        case 'flow':
          return readOwnFile(join(asked.folder, 'flow.json'));
        case 'file': {
          const trees = await recorded(runs.rootOf(run));
          return trees.show(asked.tree, asked.path).then(
            (bytes) => (bytes ? textOf(bytes) : ''),
            () => vscode.l10n.t('What was recorded of this file is not there any more.'),
          );
        }
      }
    },
  });
}

/** Opens what a latch's step claimed beside what the engine saw, as a diff of two read-only documents. */
export async function showClaim(runs: Runs, folder: string, id: string): Promise<void> {
  const latch = runs.get(folder)?.state.ledger.find((each) => each.id === id);
  if (!latch) return void showInformation(vscode.l10n.t('This latch is gone.'));
  // A document is asked for once: as the latch is now, it is another one after each thing that happens to it.
  const events = latch.history.length;
  const side = (name: 'claim' | 'evidence') =>
    uriFor(`${name}.txt`, { kind: 'claim', folder, latch: id, side: name, events });
  const title = vscode.l10n.t('{0}: claim and evidence', latch.step ?? id);
  await vscode.commands.executeCommand('vscode.diff', side('claim'), side('evidence'), title, {
    viewColumn: vscode.ViewColumn.Beside,
    preview: true,
  });
}

const opened = new Map<string, Promise<RecordedTrees>>();

/** Opened once for each root: many documents are read at a time, and opening sets the record's folder up. */
function recorded(root: string): Promise<RecordedTrees> {
  const known = opened.get(root);
  if (known !== undefined) return known;
  const opening = openRecordedTrees(root);
  opened.set(root, opening);
  opening.catch(() => opened.delete(root));
  return opening;
}

/** Two binary files that differ have different texts. */
function textOf(bytes: Buffer): string {
  if (!bytes.includes(0)) return new TextDecoder().decode(bytes);
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return vscode.l10n.t('A binary file of {0} bytes ({1}).', bytes.length, digest);
}

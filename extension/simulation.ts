import * as vscode from 'vscode';
import type { Flow } from '../engine/flow/schema';
import { hasErrors } from '../engine/issue';
import type { Json } from '../engine/json';
import { sha256 } from '../engine/node/digest';
import type { SimulationResult } from '../engine/run/simulated/shown';
import type { Mode } from '../engine/trace/control';
import type { SimulationShown } from '../webview/protocol';
import type { CalledReadings } from './calledReadings';
import { calledReadings, rootForCalls } from './calledReadings';
import type { DesignerActs, DesignerWorld } from './designerActs';
import type { FlowFiles } from './flowFiles';
import { readFlow } from './flowReading';

/**
 * Simulations that designers ask for.
 *
 * R1 Played is what stands in the documents, unsaved text too; nothing is executed, read from a disk or written. It works
 *    in an untrusted workspace.
 * R2 A flow has one simulation: a newer request ends the one before, whose result nobody sees.
 * R3 What would take long is cut off, and says so; meanwhile everybody else has their turn.
 * R4 It stays until the document is closed, and is stale as soon as it would come out of another flow than it did.
 */
export interface Simulations extends vscode.Disposable {
  readonly simulate: DesignerActs['simulate'];
  /** The world with the simulations in it. */
  readonly within: (world: DesignerWorld) => DesignerWorld;
}

/** Super-steps of one simulation. */
const MOST = 1000;
/** Entries between two looks at what else is to be done. */
const EVERY = 40;

interface Kept {
  readonly shown: Omit<SimulationShown, 'stale'>;
  readonly root: vscode.Uri;
  /** What it came out of. */
  readonly of: string;
}

export function simulations(files: FlowFiles): Simulations {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const kept = new Map<string, Kept>();
  const requests = new Map<string, number>();
  const sources = new WeakMap<object, string>();

  const flowOf = (document: vscode.TextDocument): Flow | null => {
    const reading = readFlow(document.getText(), files.get(document.uri));
    return hasErrors(reading.issues) ? null : reading.parsed.flow;
  };
  const sourceOf = (flow: Flow, called: CalledReadings): string => {
    const own = sources.get(flow) ?? sha256(withoutPlaces(flow));
    sources.set(flow, own);
    return [own, ...[...called.flows.values()].map(({ hash }) => hash), called.issues.length].join(' ');
  };
  const isStale = (document: vscode.TextDocument, { root, of }: Kept): boolean => {
    const flow = files.get(document.uri)?.parsed.flow ?? null;
    return flow === null || sourceOf(flow, calledReadings(flow, root, files)) !== of;
  };

  const simulate = async (document: vscode.TextDocument, mode: Mode, script: Json): Promise<void> => {
    const key = document.uri.toString();
    const request = (requests.get(key) ?? 0) + 1;
    requests.set(key, request);
    const isWanted = () => requests.get(key) === request;
    const { version } = document;
    const flow = flowOf(document);
    const root = await rootForCalls(document.uri);
    const called: CalledReadings = flow ? calledReadings(flow, root, files) : { flows: new Map(), issues: [] };
    const flows = Object.fromEntries([...called.flows].map(([name, each]) => [name, each.flow]));
    const result = await played(flow, called, mode, script, isWanted);
    if (!isWanted()) return;
    kept.set(key, {
      shown: { version, mode, script, result, called: flows },
      root,
      of: flow ? sourceOf(flow, called) : '',
    });
    changed.fire(document.uri);
  };

  const subscriptions = [
    changed,
    files.onDidChange((uri) => {
      // Whoever calls it is stale with it.
      for (const [key, { shown }] of kept)
        if (key !== uri.toString() && Object.keys(shown.called).length > 0) changed.fire(vscode.Uri.parse(key));
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      kept.delete(uri.toString());
      requests.delete(uri.toString());
    }),
  ];
  return {
    simulate,
    within: (world) => ({
      of: (document) => {
        const found = kept.get(document.uri.toString());
        const simulation = found ? { ...found.shown, stale: isStale(document, found) } : null;
        return { ...world.of(document), simulation };
      },
      onDidChange: (listener, self, disposables) => {
        const both = vscode.Disposable.from(world.onDidChange(listener, self), changed.event(listener, self));
        disposables?.push(both);
        return both;
      },
    }),
    dispose: () => {
      for (const each of subscriptions) each.dispose();
    },
  };
}

async function played(
  flow: Flow | null,
  { flows, issues }: CalledReadings,
  mode: Mode,
  script: Json,
  isWanted: () => boolean,
): Promise<SimulationResult> {
  if (flow === null) {
    const message = vscode.l10n.t('Mend the errors first: a flow with errors cannot be played out.');
    return { ok: false, issues: [{ code: 'flow-errors', severity: 'error', path: [], message }] };
  }
  if (issues.length > 0) return { ok: false, issues };
  // Loaded with the first simulation: nothing else needs it.
  const { playShown } = await import('../engine/run/simulated/playShown');
  let entries = 0;
  const goesOn = async (): Promise<boolean> => {
    entries += 1;
    if (entries % EVERY === 0) await new Promise<void>((resolve) => setImmediate(resolve));
    return isWanted();
  };
  return playShown(flow, script, { digest: sha256, flows, mode, maxSuperSteps: MOST, goesOn });
}

/** Where steps stand on the canvas changes nothing of what happens. */
const withoutPlaces = ({ layout: _, ...flow }: Flow): string => JSON.stringify(flow);

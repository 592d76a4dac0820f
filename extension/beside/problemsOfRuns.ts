import { access, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import * as vscode from 'vscode';
import type { RunProblem } from '../../engine/run/attribution/runProblems';
import { runProblems } from '../../engine/run/attribution/runProblems';
import { blocksOf } from '../../engine/run/attribution/writtenLines';
import { placeOf, qualified } from '../../engine/trace/scope';
import type { FlowFiles } from '../flowFiles';
import { flowPathOf } from '../flowPath';
import type { Log } from '../log';
import type { RunView } from '../rows/runView';
import { newestFirst } from '../rows/runView';
import type { Runs } from '../runs';
import { runFlowUri } from '../traceDocuments';
import { brief } from './placeText';
import { fileOf } from './workspaces';
import type { WrittenFiles } from './writtenFiles';

/**
 * Open latches and failing checks as problems on the lines that they are about, kept apart from those of flows.
 *
 * R1 Only of the newest run of each flow; gone with the latch, with the next clean check, and with a newer run.
 * R2 What names no file of the workspace stands on its step in the flow, so that nothing open is ever invisible.
 * R3 A latch stands on the lines that its step wrote in that pass, else on the file's first line.
 */
export interface ProblemsOfRuns extends vscode.Disposable {
  /** Looks at the runs again; over once all is shown. */
  readonly draw: () => Promise<void>;
}

export function showProblemsOfRuns(runs: Runs, flows: FlowFiles, written: WrittenFiles, log: Log): ProblemsOfRuns {
  const collection = vscode.languages.createDiagnosticCollection('converge-runs');
  let drawn = '';
  let round = 0;
  const draw = async () => {
    const found = newestOfEach(runs).flatMap((run): readonly Found[] => {
      const root = runs.rootOf(run);
      return runProblems(run.state, run.flow ?? null, root).map((problem) => ({ run, root, problem }));
    });
    const stand = JSON.stringify(found.map(({ run, problem }) => [run.folder, problem]));
    if (stand === drawn) return;
    drawn = stand;
    round += 1;
    const mine = round;
    const placed = (await Promise.all(found.map((each) => diagnosticsOf(each, flows, written)))).flat();
    if (mine !== round) return;
    const byFile = new Map<string, vscode.Diagnostic[]>();
    for (const { uri, diagnostic } of placed) {
      const list = byFile.get(uri.toString()) ?? [];
      list.push(diagnostic);
      byFile.set(uri.toString(), list);
    }
    collection.clear();
    collection.set([...byFile].map(([uri, list]) => [vscode.Uri.parse(uri), list]));
  };
  return {
    draw: () =>
      draw().catch((thrown) => {
        drawn = '';
        log.error(`problems of runs: ${thrown}`);
      }),
    dispose: () => {
      round += 1;
      collection.dispose();
    },
  };
}

interface Found {
  readonly run: RunView;
  readonly root: string;
  readonly problem: RunProblem;
}

interface Placed {
  readonly uri: vscode.Uri;
  readonly diagnostic: vscode.Diagnostic;
}

function newestOfEach(runs: Runs): readonly RunView[] {
  const newest = new Map<string, RunView>();
  for (const run of newestFirst(runs.all().filter(({ state }) => state.head !== null))) {
    const flow = flowPathOf(run, runs.rootOf(run));
    if (!newest.has(flow)) newest.set(flow, run);
  }
  return [...newest.values()];
}

async function diagnosticsOf(found: Found, flows: FlowFiles, written: WrittenFiles): Promise<readonly Placed[]> {
  const { run, root, problem } = found;
  switch (problem.about) {
    case 'latch': {
      const { latch, pass } = problem;
      const step = latch.step === null ? '' : qualified(latch.place, latch.step);
      const message = vscode.l10n.t('Open latch of {0} (pass {1}): {2}', step || latch.id, pass, latch.reason);
      const shown = latch.place === '' ? latch.step : (latch.place.split('/')[0] ?? null);
      const onFlow = await flowPlace(run, root, shown, flows);
      const evidence = latch.history.at(-1)?.why ?? latch.reason;
      const related = [
        relatedTo(onFlow, vscode.l10n.t('Claimed: {0}', brief(latch.claim) || vscode.l10n.t('nothing'))),
        relatedTo(logPlace(run, latch.step, pass) ?? onFlow, vscode.l10n.t('Evidence: {0}', brief(evidence))),
      ];
      const files = (await Promise.all(latch.paths.map((path) => there(root, path)))).flatMap((path) => path ?? []);
      const ranges = await Promise.all(
        files.map(async (path) => {
          const uri = fileOf(root, path);
          const range = await writtenRange(uri, written, ({ step: by, place, pass: in_ }) => {
            return by === latch.step && place === latch.place && (in_ === pass || in_ === 0);
          });
          return new vscode.Location(uri, range);
        }),
      );
      return (ranges.length > 0 ? ranges : [onFlow]).map((place) =>
        placed(place, message, vscode.DiagnosticSeverity.Warning, 'open-latch', related),
      );
    }
    case 'check': {
      const { step, pass, command, lines } = problem;
      const onFlow = await flowPlace(run, root, step, flows);
      const log = command.log && new vscode.Location(vscode.Uri.file(resolve(run.folder, command.log.path)), START);
      const where = pass > 0 ? vscode.l10n.t('pass {0}, {1}', pass, step) : step;
      const related = [
        relatedTo(onFlow, `${command.command}: ${brief(command.reason)}`),
        ...(log === null ? [] : [relatedTo(log, vscode.l10n.t('Output of {0}', command.command))]),
      ];
      const at: Placed[] = [];
      for (const { paths, line, column, name, message } of lines) {
        const path = await firstThere(root, paths);
        if (path === undefined) continue;
        const start = new vscode.Position(line - 1, Math.max(0, (column ?? 1) - 1));
        // VS Code widens an empty range to the word that stands there.
        const place = new vscode.Location(fileOf(root, path), column === undefined ? lineRange(line) : start);
        const words = message === '' ? command.reason : message;
        const said = vscode.l10n.t('{0}: {1} ({2})', brief(name), brief(words), where);
        at.push(placed(place, said, vscode.DiagnosticSeverity.Error, 'failing-check', related));
      }
      if (at.length > 0) return at;
      const said = vscode.l10n.t('{0}: {1} ({2})', command.command, brief(command.reason), where);
      return [placed(onFlow, said, vscode.DiagnosticSeverity.Error, 'failing-check', related.slice(1))];
    }
  }
}

const START = new vscode.Range(0, 0, 0, 0);
const lineRange = (line: number) => new vscode.Range(line - 1, 0, line - 1, 1000);

function placed(
  place: vscode.Location,
  message: string,
  severity: vscode.DiagnosticSeverity,
  code: string,
  related: readonly vscode.DiagnosticRelatedInformation[],
): Placed {
  const diagnostic = new vscode.Diagnostic(place.range, message, severity);
  diagnostic.source = 'Converge';
  diagnostic.code = code;
  diagnostic.relatedInformation = [...related];
  return { uri: place.uri, diagnostic };
}

const relatedTo = (place: vscode.Location, message: string) => new vscode.DiagnosticRelatedInformation(place, message);

/** The step in the flow's file; in the run's own copy where the file is gone. */
async function flowPlace(run: RunView, root: string, step: string | null, flows: FlowFiles): Promise<vscode.Location> {
  const file = flowPathOf(run, root);
  if (file === '' || !(await isThere(file))) return new vscode.Location(runFlowUri(run.folder), START);
  const uri = vscode.Uri.file(file);
  const parsed = flows.get(uri)?.parsed;
  if (!parsed || step === null) return new vscode.Location(uri, lineRange(1));
  const { line, column, length } = parsed.keyRangeOf(['steps', step]);
  return new vscode.Location(uri, new vscode.Range(line - 1, column - 1, line - 1, column - 1 + length));
}

/** The log of the step's last turn in a pass. */
function logPlace(run: RunView, step: string | null, pass: number): vscode.Location | null {
  for (const stretch of [...run.history.stretches].reverse()) {
    if (stretch.pass !== pass) continue;
    const log = stretch.steps
      .filter((each) => each.step === step)
      .flatMap(({ attempts }) => attempts.flatMap((attempt) => attempt.log ?? []))
      .at(-1);
    if (log !== undefined) return new vscode.Location(vscode.Uri.file(resolve(run.folder, log)), START);
  }
  return null;
}

interface By {
  readonly step: string;
  readonly place: string;
  readonly pass: number;
}

/** The first lines next to each other of a file that a step wrote; its first line where there are none. */
async function writtenRange(
  uri: vscode.Uri,
  written: WrittenFiles,
  isMeant: (by: By) => boolean,
): Promise<vscode.Range> {
  const text = await written.of(uri, await textOf(uri));
  const block = blocksOf(text?.writers ?? []).find(({ by }) => {
    const writer = text?.recordings[by]?.by;
    return writer && isMeant({ step: writer.run.step, place: placeOf(writer.within), pass: writer.stretch.pass });
  });
  return block ? new vscode.Range(block.from, 0, block.to - 1, 1000) : lineRange(1);
}

async function textOf(uri: vscode.Uri): Promise<string> {
  const open = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
  return open ? open.getText() : readFile(uri.fsPath, 'utf8');
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** A path of a latch, where it is one of a file below the root that is there. */
async function there(root: string, path: string): Promise<string | undefined> {
  const parts = path.split('/');
  const plain = path !== '' && !path.startsWith('/') && !parts.includes('..') && !/^[A-Za-z]:/.test(path);
  return plain && (await isThere(fileOf(root, path).fsPath)) ? path : undefined;
}

export async function firstThere(root: string, paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) if (await isThere(fileOf(root, path).fsPath)) return path;
  return undefined;
}

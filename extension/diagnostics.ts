import * as vscode from 'vscode';
import type { Issue } from '../engine/issue';
import type { FlowFiles } from './flowFiles';
import type { FlowReading } from './flowReading';

const SOURCE = 'converge';

/** Problems for every flow of the workspace, open or not: set in the same turn in which a change arrives. */
export function reportProblems(flows: FlowFiles, extension: vscode.Uri): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection(SOURCE);
  // A section for each code.
  const docs = vscode.Uri.joinPath(extension, 'media', 'docs', 'checks.md');
  const report = (uri: vscode.Uri) => {
    const reading = flows.get(uri);
    if (reading)
      collection.set(
        uri,
        reading.issues.map((issue) => diagnosticOf(reading, issue, docs)),
      );
    else collection.delete(uri);
  };
  for (const key of flows.all().keys()) report(vscode.Uri.parse(key));
  const subscription = flows.onDidChange(report);
  return vscode.Disposable.from(collection, subscription);
}

function diagnosticOf(reading: FlowReading, issue: Issue, docs: vscode.Uri): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(rangeOf(reading, issue), issue.message, SEVERITY[issue.severity]);
  diagnostic.source = SOURCE;
  diagnostic.code = { value: issue.code, target: docs.with({ fragment: issue.code }) };
  return diagnostic;
}

const SEVERITY = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  info: vscode.DiagnosticSeverity.Information,
} as const;

/** The value where it is on one line, else the key that holds it, so that no whole step is underlined. */
export function rangeOf({ text, parsed }: FlowReading, issue: Issue): vscode.Range {
  const { broken } = parsed;
  if (broken !== null && issue === parsed.issues[0]) return lineRange(broken.line);
  const value = parsed.rangeOf(issue.path);
  const short = !text.slice(value.offset, value.offset + value.length).includes('\n');
  const { line, column, length } = short ? value : parsed.keyRangeOf(issue.path);
  if (!short && issue.path.length === 0) return new vscode.Range(0, 0, 0, 1);
  return new vscode.Range(line - 1, column - 1, line - 1, column - 1 + length);
}

const lineRange = (line: number) => new vscode.Range(line - 1, 0, line - 1, 1000);

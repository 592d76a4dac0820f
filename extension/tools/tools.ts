import * as vscode from 'vscode';
import * as z from 'zod';
import { messageOf } from '../../engine/failure';
import { at } from '../../engine/json';
import { quoted } from '../../engine/run/report/quoted';
import { reportOf } from '../../engine/run/report/report';
import { flowsIn, readCalledFlows } from '../../engine/runner/calledFlows';
import { toldRun } from '../../engine/runner/toldRun';
import { workspaceRootOf } from '../../engine/runner/workspaceRoot';
import { flowPathOf } from '../flowPath';
import type { ToolName } from '../ids';
import { limitLines } from '../limitLines';
import { lastRunOf } from '../rows/flowsRows';
import type { RunView } from '../rows/runView';
import { newestFirst, statusOf } from '../rows/runView';
import { endText } from '../rows/words';
import type { ToolNeeds } from './needs';

/**
 * What the tools answer: plain text of at most 12,000 characters.
 *
 * R1 Nothing is executed but by `start_run`, which is refused in an untrusted workspace, asks with the limits of the run first,
 *    and starts as every run does: what it executes is approved by a person, too.
 * R2 What is not there is said in words: a model can go on from that.
 */
const MOST = 12_000;

export async function answered(name: ToolName, input: object, needs: ToolNeeds): Promise<string> {
  const text = await answerOf(name, input, needs).catch((thrown: unknown) => messageOf(thrown));
  return text.length > MOST ? `${text.slice(0, MOST)}\n(cut: the rest is in Converge)` : text;
}

export async function prepared(
  name: ToolName,
  input: object,
  needs: ToolNeeds,
): Promise<vscode.PreparedToolInvocation | undefined> {
  if (name !== 'converge_start_run') return undefined;
  const { flow: given, mode } = startSchema.parse(input);
  const found = flowNamed(given, needs);
  const flow = found?.reading.parsed.flow ?? null;
  if (!found || !flow) return undefined;
  const root = await workspaceRootOf(found.uri.fsPath);
  const limits = limitLines([flow, ...flowsIn(await readCalledFlows(flow, root))], mode);
  const lines = limits.map((line) => `- ${quoted(line, 300)}`);
  const message = new vscode.MarkdownString([vscode.l10n.t('Limits that the engine holds:'), '', ...lines].join('\n'));
  return {
    invocationMessage: vscode.l10n.t('Starting {0}', flow.title ?? flow.id),
    confirmationMessages: { title: vscode.l10n.t('Run {0}, {1}?', flow.title ?? flow.id, mode), message },
  };
}

const flowSchema = z.object({ flow: z.string() });
const runSchema = z.object({ run: z.string().optional() });
const startSchema = z.object({ flow: z.string(), mode: z.enum(['autonomous', 'supervised']).catch('supervised') });

async function answerOf(name: ToolName, input: object, needs: ToolNeeds): Promise<string> {
  switch (name) {
    case 'converge_list_flows':
      return listed(needs);
    case 'converge_validate_flow':
      return validated(flowSchema.parse(input).flow, needs);
    case 'converge_explain_run':
      return explained(runSchema.parse(input).run, needs);
    case 'converge_start_run':
      return started(startSchema.parse(input), needs);
  }
}

async function listed({ flows, runs }: ToolNeeds): Promise<string> {
  await flows.refresh();
  const lines = [...flows.all()].map(([key, { parsed, issues }]) => {
    const uri = vscode.Uri.parse(key);
    const id = at(parsed.value ?? undefined, ['id']);
    const errors = issues.filter(({ severity }) => severity === 'error').length;
    const last = lastRunOf(uri.fsPath, runs.all(), (run) => flowPathOf(run, runs.rootOf(run)));
    const outcome = last === undefined ? 'never run' : `last run ${last.id}: ${standing(last)}`;
    const name = typeof id === 'string' ? id : '(no id)';
    return `${vscode.workspace.asRelativePath(uri)}: ${name}, ${errors} errors, ${outcome}`;
  });
  return lines.length === 0 ? 'There is no flow in this workspace.' : lines.join('\n');
}

async function validated(given: string, needs: ToolNeeds): Promise<string> {
  await needs.flows.refresh();
  const found = flowNamed(given, needs);
  if (!found) return noFlow(given);
  const { parsed, issues } = found.reading;
  if (parsed.broken) return `It cannot be read: ${parsed.broken.message}`;
  if (issues.length === 0) return 'Nothing is wrong with it.';
  return issues
    .map(({ severity, code, message, path }) => `${severity} ${code} at /${path.join('/')}: ${message}`)
    .join('\n');
}

async function explained(given: string | undefined, { runs }: ToolNeeds): Promise<string> {
  const all = newestFirst(runs.all());
  const run = given === undefined ? runs.shown() : all.find(({ id }) => id === given || id.startsWith(given));
  if (!run) return given === undefined ? 'Nothing has run here yet.' : `There is no run "${given}" in this workspace.`;
  return reportOf({ ...(await toldRun(run.folder)), forModel: true });
}

async function started({ flow, mode }: z.infer<typeof startSchema>, needs: ToolNeeds): Promise<string> {
  if (!vscode.workspace.isTrusted) return 'Refused: this workspace is not trusted, so nothing in it is run.';
  const found = flowNamed(flow, needs);
  if (!found) return noFlow(flow);
  const folder = await needs.starter.run(found.uri, mode);
  const run = folder === undefined ? undefined : needs.runs.get(folder);
  if (folder === undefined) return 'Nothing was started: the person turned away, or was told what stands in the way.';
  return `Started run ${run?.id ?? folder}, ${mode}. converge_explain_run tells how it stands.`;
}

/** By its path in the workspace, the end of that, or its id. */
function flowNamed(given: string, { flows }: ToolNeeds) {
  const all = [...flows.all()].map(([key, reading]) => ({ uri: vscode.Uri.parse(key), reading }));
  return (
    all.find(({ uri }) => uri.fsPath === given || vscode.workspace.asRelativePath(uri) === given) ??
    all.find(({ reading }) => at(reading.parsed.value ?? undefined, ['id']) === given)
  );
}

const noFlow = (given: string): string => `There is no flow "${given}": converge_list_flows tells which there are.`;
const standing = (run: RunView): string => (run.state.end ? endText(run.state.end) : statusOf(run));

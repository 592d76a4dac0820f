import * as vscode from 'vscode';
import { explainLimits } from '../engine/flow/limits';
import type { Flow } from '../engine/flow/schema';
import { sha256 } from '../engine/node/digest';
import { approvalLines, approvalOf } from '../engine/run/approval';
import { paidLines } from '../engine/run/paidTurns';
import { approve, isApproved } from '../engine/runner/approvals';
import type { Machine } from '../engine/runner/machine';
import type { Mode } from '../engine/trace/control';
import { limitLines } from './limitLines';
import { showWarning } from './plainNotice';

export interface CardQuestion {
  /** The flow itself, then those that it calls. */
  readonly flows: readonly Flow[];
  readonly title: string;
  readonly mode: Mode;
  readonly root: string;
  readonly machine: Machine;
}

/** The hash of what the flows would execute, where a person approved it before or it executes nothing. Asks nobody. */
export async function approvedBefore(question: Omit<CardQuestion, 'title' | 'mode'>): Promise<string | undefined> {
  const approval = approvalNow(question);
  // A flow that only asks a person executes nothing.
  if (approval.commands.length + approval.workers.length === 0) return approval.hash;
  return (await isApproved(question.root, approval.hash)) ? approval.hash : undefined;
}

/**
 * The hash of what the flows would execute, once a person approved it for this workspace root; undefined where they did
 * not. Asked for the first time and after every change of it; kept outside the workspace, together with the program's.
 */
export async function approvedHash(question: CardQuestion): Promise<string | undefined> {
  const before = await approvedBefore(question);
  if (before !== undefined) return before;
  const approval = approvalNow(question);
  const yes = vscode.l10n.t('Approve and Run');
  const detail = [
    vscode.l10n.t('This is executed on your machine, in {0}:', question.root),
    '',
    ...approvalLines(approval),
    '',
    ...paidText(question),
    vscode.l10n.t('Limits that the engine holds:'),
    ...limitLines(question.flows, question.mode).map((line) => `  ${line}`),
  ].join('\n');
  const message = vscode.l10n.t('Run {0}?', question.title);
  const chosen = await showWarning(message, { modal: true, detail }, yes);
  if (chosen !== yes) return undefined;
  await approve(question.root, approval.hash);
  return approval.hash;
}

/** Which workers cost money: nobody should learn it from a bill. */
function paidText({ flows, machine }: CardQuestion): readonly string[] {
  const lines = paidLines(flows, machine);
  return lines.length === 0 ? [] : [vscode.l10n.t('Turns that cost money:'), ...lines.map((line) => `  ${line}`), ''];
}

const approvalNow = ({ flows, machine }: Pick<CardQuestion, 'flows' | 'machine'>) => approvalOf(flows, sha256, machine);

/** Autonomous: an until loop repeats. Supervised: each loop runs once. The limits stand beside each. */
export async function askMode(flow: Flow, title: string): Promise<Mode | undefined> {
  const items: readonly (vscode.QuickPickItem & { readonly mode: Mode })[] = [
    {
      mode: 'autonomous',
      label: vscode.l10n.t('Autonomous'),
      description: vscode.l10n.t('loops repeat until confirmed or a bound is reached'),
      detail: explainLimits(flow, 'autonomous', vscode.l10n.t).join(' · '),
    },
    {
      mode: 'supervised',
      label: vscode.l10n.t('Supervised'),
      description: vscode.l10n.t('each loop runs one pass, then stops'),
      detail: explainLimits(flow, 'supervised', vscode.l10n.t).join(' · '),
    },
  ];
  return (await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Run {0}', title) }))?.mode;
}

import { tmpdir } from 'node:os';
import * as vscode from 'vscode';
import { probeAll } from '../../engine/node/workers/agents/probeAll';
import { probeLocalModels } from '../../engine/node/workers/models/probeModels';
import type { FoundWorker, Looked } from '../../engine/runner/foundWorkers';
import { foundText, foundWorkers, missingWorkers } from '../../engine/runner/foundWorkers';
import { SETTINGS } from '../ids';
import { showInformation } from '../plainNotice';
import { settings } from '../settings';

/**
 * Looks for workers on this machine and writes the one that is chosen to the user's settings as the default of roles. Programs
 * are looked up in PATH and the machine's settings, and started in no workspace.
 */
export async function findWorkers(): Promise<void> {
  const title = vscode.l10n.t('Looking for workers…');
  const looked = await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title }, look);
  const chosen = await choose(looked);
  const roles = chosen && (await chooseRoles(chosen.label));
  if (!chosen || !roles || roles.length === 0) return;
  const configuration = vscode.workspace.getConfiguration();
  const before = configuration.get<Readonly<Record<string, unknown>>>(SETTINGS.defaultWorkers) ?? {};
  const after = { ...before, ...Object.fromEntries(roles.map((role) => [role, chosen.spec])) };
  await configuration.update(SETTINGS.defaultWorkers, after, vscode.ConfigurationTarget.Global);
  void showInformation(vscode.l10n.t('{0} is the default for: {1}.', chosen.label, roles.join(', ')));
}

async function look(): Promise<Looked> {
  const { executables } = settings().machine;
  const place = tmpdir();
  const [agents, local, models] = await Promise.all([
    probeAll({ workspaceRoot: place, runFolder: place, executables, env: process.env }),
    probeLocalModels(),
    Promise.resolve(vscode.lm.selectChatModels()).catch(() => []),
  ]);
  return { agents, local, models: [...new Set(models.map(({ vendor, family }) => `${vendor}/${family}`))] };
}

interface Item extends vscode.QuickPickItem {
  readonly found?: FoundWorker;
}

/** What is not here stands below, with what to do; choosing it leads to the setting that can name its program. */
async function choose(looked: Looked): Promise<FoundWorker | undefined> {
  const separator = vscode.QuickPickItemKind.Separator;
  const missing = missingWorkers(looked);
  const items: readonly Item[] = [
    ...foundWorkers(looked).map((found) => ({ label: `$(check) ${found.label}`, description: found.about, found })),
    ...(missing.length === 0 ? [] : [{ label: vscode.l10n.t('Not found'), kind: separator }]),
    ...missing.map(({ use, why }) => ({
      label: `$(circle-slash) ${use}`,
      detail: vscode.l10n.t('Install it, or name its program in the settings. {0}', why),
    })),
  ];
  const text = foundText(looked);
  const title = text === '' ? vscode.l10n.t('No worker was found') : vscode.l10n.t('Found: {0}', text);
  const placeHolder = vscode.l10n.t('Choose who does the steps whose worker is defined nowhere');
  const chosen = await vscode.window.showQuickPick(items, {
    title,
    placeHolder,
    ignoreFocusOut: true,
    matchOnDetail: true,
  });
  if (chosen !== undefined && chosen.found === undefined)
    await vscode.commands.executeCommand('workbench.action.openSettings', SETTINGS.executables);
  return chosen?.found;
}

async function chooseRoles(label: string): Promise<readonly string[] | undefined> {
  const roles = [
    { label: 'work', description: vscode.l10n.t('makes something'), picked: true },
    { label: 'judge', description: vscode.l10n.t('proposes whether the goal is met'), picked: true },
    { label: 'gate', description: vscode.l10n.t('says whether work is good enough'), picked: true },
    { label: 'router', description: vscode.l10n.t('chooses where to go on'), picked: true },
  ];
  const title = vscode.l10n.t('What is {0} to do?', label);
  const chosen = await vscode.window.showQuickPick(roles, { title, canPickMany: true, ignoreFocusOut: true });
  return chosen?.map((role) => role.label);
}

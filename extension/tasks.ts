import * as vscode from 'vscode';
import * as z from 'zod';
import type { FlowFiles } from './flowFiles';
import { TASK } from './ids';
import type { Starter } from './runStart';
import type { Runs } from './runs';

/** What a task says: a flow of its folder, and how it is run. */
const definitionSchema = z.object({
  flow: z.string().min(1),
  mode: z.enum(['autonomous', 'supervised']).optional(),
});

interface TaskNeeds {
  readonly flows: FlowFiles;
  readonly runs: Runs;
  readonly starter: Starter;
}

/**
 * One task for each flow of the workspace, run as the program runs it, with the usual approval. A task finds no problems: those
 * of a flow are in Problems already.
 */
export function offerTasks(needs: TaskNeeds): vscode.Disposable {
  return vscode.tasks.registerTaskProvider(TASK, {
    provideTasks: () =>
      [...needs.flows.all().keys()].flatMap((key) => {
        const uri = vscode.Uri.parse(key);
        const folder = vscode.workspace.getWorkspaceFolder(uri);
        if (!folder || uri.scheme !== 'file') return [];
        const flow = vscode.workspace.asRelativePath(uri, false);
        return [taskOf({ type: TASK, flow, mode: 'autonomous' }, folder, needs)];
      }),
    resolveTask: (task) => {
      const folder = typeof task.scope === 'object' ? task.scope : vscode.workspace.workspaceFolders?.[0];
      // What VS Code resolves must be the definition that it gave.
      return folder && definitionSchema.safeParse(task.definition).success
        ? taskOf(task.definition, folder, needs)
        : undefined;
    },
  });
}

function taskOf(definition: vscode.TaskDefinition, folder: vscode.WorkspaceFolder, needs: TaskNeeds): vscode.Task {
  const { flow, mode = 'supervised' } = definitionSchema.parse(definition);
  const execution = new vscode.CustomExecution(async () => {
    const { flowTerminal } = await import('./tasks/flowTerminal');
    return flowTerminal(vscode.Uri.joinPath(folder.uri, flow), mode, needs);
  });
  const task = new vscode.Task(definition, folder, vscode.l10n.t('run {0}', flow), TASK, execution, []);
  task.detail =
    mode === 'autonomous' ? vscode.l10n.t('autonomous: loops repeat') : vscode.l10n.t('supervised: one pass');
  return task;
}

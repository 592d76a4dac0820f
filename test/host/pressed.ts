import * as assert from 'node:assert';
import * as vscode from 'vscode';
import type { Row } from '../../extension/rows/row';
import { until } from '../until';
import { access } from './flows';
import { answering } from './stubs';
import { below, offeredOn } from './watched';

/** One row of each kind, of all views, of which a run is shown. */
async function kindsOf(folder: string): Promise<readonly (readonly [string, Row])[]> {
  const { views } = await access();
  const ofRun = views.of.runs.row(`run:${folder}`);
  const lists: readonly (readonly [string, readonly Row[]])[] = [
    ['converge.flows', views.of.flows.rows()],
    ['converge.runs', ofRun ? [ofRun] : []],
    ['converge.latches', views.of.latches.rows()],
    ['converge.notes', views.of.notes.rows()],
    ['converge.trace', views.of.trace.rows()],
  ];
  return lists.flatMap(([view, rows]) => {
    const first = new Map(below(rows).map((row) => [row.contextValue, row]));
    return [...first.values()].map((row) => [view, row] as const);
  });
}

/** What was pressed so far, as `view kind of row: command`. */
export const done = new Set<string>();

/** Also what was never saved, such as a report that a command wrote. */
export async function closeAll(): Promise<void> {
  for (const document of vscode.workspace.textDocuments.filter((each) => each.isUntitled && !each.isClosed)) {
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

/** Forking and applying make something that lasts, and a debugger is of its own: each has its own tests. */
export const ELSEWHERE = /fork|replay|debug|restart|applyRun/i;

const ending = (command: string): number =>
  ['stopAfterPass', 'stop', 'stopNow'].indexOf(command.replace('converge.', ''));

/** Clicks each row and presses each command on it; what starts processes asks first, and the person turns away. */
export async function pressAll(folder: string, without?: RegExp): Promise<readonly string[]> {
  const pressed: string[] = [];
  const wrong: string[] = [];
  const press = async (what: string, act: () => unknown) => {
    // What is offered on a kind of row is the same for each run.
    if (done.has(what)) return;
    done.add(what);
    let over = false;
    const end = answering(act).finally(() => {
      over = true;
    });
    await until(`the end of ${what}`, () => over, 30_000);
    const { errors } = await end;
    pressed.push(what);
    wrong.push(...errors.map((error) => `${what}: ${error}`));
  };
  const named = (await kindsOf(folder)).map(
    ([view, row]) => [`${view.replace('converge.', '')} ${row.contextValue}`, view, row] as const,
  );
  for (const [name, , { target }] of named)
    if (target) await press(`${name}: click`, () => vscode.commands.executeCommand('converge.openRow', target));
  const offered = named.flatMap(([name, view, row]) =>
    offeredOn(view, row)
      .filter((command) => !ELSEWHERE.test(command) && !without?.test(command))
      .map((command) => ({ name, command, row })),
  );
  // What ends a run comes last, so that the rest meets one that still goes on.
  for (const { name, command, row } of offered.sort((a, b) => ending(a.command) - ending(b.command)))
    await press(`${name}: ${command}`, () => vscode.commands.executeCommand(command, row.id));
  await vscode.commands.executeCommand('converge.backToPresent');
  await closeAll();
  assert.deepStrictEqual(wrong, []);
  return pressed;
}

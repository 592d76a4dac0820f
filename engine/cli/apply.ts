import { basename } from 'node:path';
import { counted } from '../counted';
import { openRecordedTrees } from '../node/workspace/recorded';
import type { ApplyPlan } from '../runner/applying';
import { apply, conflictWords, planApply } from '../runner/applying';
import { rootOfRun } from '../runner/runs';
import { ask } from './askApproval';
import type { CliCommand } from './command';
import { argument, isOn, text } from './command';
import { EXIT } from './exitCode';
import { findRun } from './findRun';
import { JSON_VALUE, WORKSPACE } from './options';
import { rootToSearch } from './root';
import type { Terminal } from './terminal';

export const applying: CliCommand = {
  name: 'apply',
  takes: '<run>',
  summary: 'Puts what a run made in its worktree into the workspace, as changes of files',
  options: {
    workspace: WORKSPACE,
    yes: { type: 'boolean', help: 'without asking' },
    'dry-run': { type: 'boolean', help: 'show the changes, and write nothing' },
    json: JSON_VALUE,
  },
  more: [
    'Shows the changes first and asks. Files that you changed since are merged where the changes do not touch; where they do,',
    'they are listed and nothing is written. The index, HEAD and branches stay as they are; what stood there is recorded.',
    'Exit code 0: applied, or nothing to apply; 1: nothing was written.',
  ],
  arguments: [1, 1],
  run: async (given, terminal) => {
    const folder = await findRun(argument(given, 0), await rootToSearch(text(given, 'workspace')));
    const plan = await planApply(folder);
    const json = isOn(given, 'json');
    const told = (applied: boolean, why?: string) => {
      if (!json) return;
      const { changes, merged, conflicts } = plan;
      terminal.json({
        run: basename(folder),
        applied,
        changes,
        merged,
        conflicts,
        ...(why === undefined ? {} : { why }),
      });
    };
    if (!json) await show(plan, rootOfRun(folder), terminal);
    if (plan.conflicts.length > 0) return refused(conflictWords(plan.conflicts), terminal, told);
    if (plan.changes.length === 0 || isOn(given, 'dry-run')) {
      told(false);
      return EXIT.complete;
    }
    if (!isOn(given, 'yes') && !(await agreed(plan, terminal))) {
      return refused('Nothing was written. Say yes at the question, or give --yes.', terminal, told);
    }
    const end = await apply(folder, plan);
    if (end.ok === 'moved') return refused('Nothing was written: files changed meanwhile. Look again.', terminal, told);
    if (!end.ok) return refused(end.why, terminal, told);
    told(true);
    if (!json) {
      terminal.print(`Applied to ${rootOfRun(folder)}: ${counted(end.changes.length, 'file')}.`);
      terminal.print({ text: `As it was before is recorded as ${end.before}.`, tone: 'dim' });
    }
    return EXIT.complete;
  },
};

function refused(why: string, terminal: Terminal, told: (applied: boolean, why?: string) => void): number {
  told(false, why);
  terminal.complain(`converge apply: ${why}`);
  return EXIT.failed;
}

const SIGNS = { added: '+', modified: '~', deleted: '-' } as const;

async function show({ changes, merged, conflicts, now, applied }: ApplyPlan, root: string, terminal: Terminal) {
  if (changes.length + conflicts.length === 0) terminal.print('There is nothing to apply.');
  for (const { path, change } of changes) {
    terminal.print(`${SIGNS[change]} ${path}${merged.includes(path) ? ' (merged with your changes)' : ''}`);
  }
  for (const path of conflicts)
    terminal.print({ text: `! ${path}: you and the run changed the same lines`, tone: 'bad' });
  if (changes.length === 0) return;
  const diff = await (await openRecordedTrees(root)).diffText(now, applied);
  for (const line of diff.split('\n')) terminal.print({ text: line, tone: toneOf(line) });
}

function toneOf(line: string) {
  if (line.startsWith('+')) return 'good' as const;
  return line.startsWith('-') ? ('bad' as const) : ('dim' as const);
}

async function agreed({ changes }: ApplyPlan, terminal: Terminal): Promise<boolean> {
  if (!terminal.interactive) return false;
  return /^y(es)?$/i.test((await ask(`Write ${counted(changes.length, 'file')} to the workspace? [y/N] `)).trim());
}

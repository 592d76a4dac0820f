import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { ConvergeError } from '../failure';
import { diffFlows, isSame } from '../flow/diff';
import type { DiffLine } from '../flow/diff/lines';
import { diffLines, MARKS } from '../flow/diff/lines';
import { examine } from '../flow/examine';
import type { Json } from '../json';
import type { NotFound } from '../node/revisions';
import { textAt } from '../node/revisions';
import { findFlow } from '../runner/findFlow';
import { readFlowFile } from '../runner/flowFile';
import type { CliCommand } from './command';
import { argument, isOn, text } from './command';
import { diffRuns } from './diffRuns';
import { EXIT } from './exitCode';
import { JSON_VALUE, WORKSPACE } from './options';
import { rootToSearch } from './root';
import type { Tone } from './terminal';

const TONES: Readonly<Record<DiffLine['how'], Tone>> = {
  added: 'good',
  removed: 'bad',
  changed: 'warn',
  renamed: 'warn',
  moved: 'dim',
  same: 'dim',
};

export const diff: CliCommand = {
  name: 'diff',
  takes: '<flow> [<revision or flow>] | --runs <run> <run>',
  summary: 'Tells what is different in what a flow does: since HEAD, since a revision, or against another flow',
  more: [
    'With --runs, two runs side by side by pass and step, the first difference marked. What was spent counts as one only',
    'where nothing else differs.',
    'Exit code 0: nothing is different; 1: something is; 2: one of the two cannot be read.',
  ],
  options: {
    workspace: WORKSPACE,
    runs: { type: 'boolean', help: 'compare two runs, each by path, id, the beginning of one, or as "latest"' },
    json: JSON_VALUE,
  },
  arguments: [1, 2],
  run: async (given, terminal) => {
    const root = await rootToSearch(text(given, 'workspace'));
    if (isOn(given, 'runs')) return diffRuns(given, root, terminal);
    const path = await findFlow(argument(given, 0), root);
    const other = given.positionals[1] ?? 'HEAD';
    const own = flowIn((await readFlowFile(path)).text, path);
    const file = resolve(other);
    const theirs = await readFile(file, 'utf8').catch(() => null);
    // Like `diff`: of two files the first is the one before.
    const [before, after] = theirs === null ? [await earlier(path, other), own] : [own, flowIn(theirs, file)];
    const found = diffFlows(before, after);
    const lines = diffLines(found);
    if (isOn(given, 'json')) {
      terminal.json({
        same: isSame(found),
        ...found,
        lines: lines.map(({ how, text: line, details }) => ({ how, text: line, details })),
      });
    } else {
      for (const { how, text: line, details } of lines) {
        terminal.print({ text: `${MARKS[how]} ${line}`, tone: TONES[how] });
        for (const detail of details) terminal.print({ text: `    ${detail}`, tone: TONES[how] });
      }
    }
    return isSame(found) ? EXIT.complete : EXIT.failed;
  },
};

async function earlier(path: string, revision: string): Promise<Json> {
  const found = await textAt(path, revision);
  if (found.ok) return flowIn(found.value, `${revision}:${relative(process.cwd(), path)}`);
  throw new ConvergeError(
    found.why === 'no-git' ? 'git-missing' : 'flow-unreadable',
    whyNot(found.why, path, revision),
  );
}

function whyNot(why: NotFound, path: string, revision: string): string {
  switch (why) {
    case 'no-git':
      return 'No git program was found in PATH. Install it, or name a second flow file to compare with.';
    case 'no-repository':
      return `${path} stands in no git repository. Name a second flow file to compare with.`;
    case 'no-commits':
      return `The repository of ${path} has no commit yet. Name a second flow file to compare with.`;
    case 'no-such-revision':
      return `There is no file and no revision "${revision}". Give the path of a flow, or a commit, branch or tag.`;
    case 'not-there':
      return `${path} is not there at ${revision}. Choose a revision that has it.`;
  }
}

function flowIn(source: string, name: string): Json {
  const { value, broken } = examine(source);
  if (broken === null && value !== null) return value;
  throw new ConvergeError('flow-unreadable', `${name} cannot be compared. ${broken?.message ?? 'It is no flow.'}`);
}

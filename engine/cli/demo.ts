import { join } from 'node:path';
import type { WorkerSpec } from '../flow/schema';
import { openWorkspace } from '../node/workspace/workspace';
import type { TreeId } from '../ports';
import type { StartSpec } from '../runner/startSpec';
import { programName } from '../runner/version';
import type { Entry } from '../trace/entry';
import type { CliCommand } from './command';
import { isOn, texts } from './command';
import { diffLines } from './diffLines';
import { EXIT, exitCodeOf, exitCodeOfFailure } from './exitCode';
import { carryInForeground } from './foreground';
import { WORKER } from './options';
import { workerOverrides } from './overrides';
import type { Recipe } from './recipes';
import { FIRST_RECIPE, RECIPE_NAMES, readRecipe } from './recipes';
import { copyRecipe, copySample, removeCopies, SAMPLE_FLOW, SCRIPT } from './sampleCopy';
import type { Terminal } from './terminal';

export const demo: CliCommand = {
  name: 'demo',
  takes: '[recipe]',
  summary: 'Shows a recipe at work in a scratch folder, offline: by default the repair of a small library',
  options: {
    list: { type: 'boolean', help: 'list the recipes' },
    'copy-only': { type: 'boolean', help: 'make the copy and print its path' },
    keep: { type: 'boolean', help: 'keep the copies of earlier times' },
    worker: WORKER,
  },
  more: ['A recipe is a template of a flow. Its own workers are replaced by turns that are played from a file.'],
  arguments: [0, 1],
  run: async (given, terminal) => {
    if (isOn(given, 'list')) return listRecipes(terminal);
    const own = workerOverrides(texts(given, 'worker'));
    const recipe = await readRecipe(given.positionals[0] ?? FIRST_RECIPE);
    if (!isOn(given, 'keep')) await removeCopies();
    const copy = await copyOf(recipe);
    if (isOn(given, 'copy-only')) {
      terminal.print(copy.root);
      return EXIT.complete;
    }
    const overrides = { ...copy.overrides, ...own };
    terminal.print(
      `The ${copy.what} stands in ${copy.root}. Its flow runs on its own: autonomous, approved for this scratch folder.`,
    );
    if (recipe.show.point !== '') terminal.print({ text: recipe.show.point, tone: 'strong' });
    let code: number = EXIT.complete;
    for (const run of recipe.show.runs) {
      code = await shown(copy, { ...run, overrides }, terminal);
      if (code !== EXIT.complete) break;
    }
    terminal.print(`Open it in VS Code: npm run open (or open the folder ${copy.root}).`);
    return code;
  },
};

interface Copy {
  readonly root: string;
  readonly what: string;
  readonly flowPath: string;
  readonly overrides: Readonly<Record<string, WorkerSpec>>;
}

async function copyOf({ name, files, flow, text, show }: Recipe): Promise<Copy> {
  if (files === null) return { root: await copySample(), what: 'sample', flowPath: SAMPLE_FLOW, overrides: {} };
  const flowPath = join('.converge', 'flows', `${name}.converge.json`);
  const played: WorkerSpec = { use: 'scripted', file: SCRIPT };
  return {
    root: await copyRecipe(files, flowPath, text, show.turns),
    what: `recipe ${name}`,
    flowPath,
    overrides: Object.fromEntries(
      Object.keys(flow.workers ?? {}).map((worker) => [worker, show.workers[worker] ?? played]),
    ),
  };
}

async function shown(
  { root, flowPath }: Copy,
  run: Pick<StartSpec, 'start' | 'inputs' | 'overrides'>,
  terminal: Terminal,
): Promise<number> {
  const passes: Pass[] = [];
  const { carried } = await carryInForeground(
    {
      kind: 'start',
      flowPath: join(root, flowPath),
      root,
      mode: 'autonomous',
      ...run,
      workers: {},
      executables: {},
      approve: 'any',
      trusted: true,
      program: programName('program'),
    },
    terminal,
    { wait: true, observe: (entry) => passes.push(...treesIn(entry)) },
  );
  await printDiffs(root, passes, terminal);
  return carried.failure ? exitCodeOfFailure(carried.failure.code) : exitCodeOf(carried.result);
}

async function listRecipes(terminal: Terminal): Promise<number> {
  const width = Math.max(...RECIPE_NAMES.map((name) => name.length));
  for (const name of RECIPE_NAMES) {
    const { flow } = await readRecipe(name);
    terminal.print(`${name.padEnd(width)}  ${flow.title ?? name}: ${flow.purpose ?? ''}`);
  }
  return EXIT.complete;
}

/** The files as they were at the end of a pass; number 0 is before the first. */
interface Pass {
  readonly pass: number;
  readonly tree: TreeId | null;
}

function treesIn(entry: Entry): readonly Pass[] {
  if (entry.type !== 'commit') return [];
  return entry.events.flatMap((event): readonly Pass[] => {
    if (event.type === 'loop.entered') return [{ pass: 0, tree: event.baseline.tree }];
    return event.type === 'pass.ended' ? [{ pass: event.pass, tree: event.tree }] : [];
  });
}

async function printDiffs(root: string, passes: readonly Pass[], terminal: Terminal): Promise<void> {
  const workspace = await openWorkspace(root);
  for (const [index, { pass, tree }] of passes.entries()) {
    if (pass === 0) continue;
    const before = passes[index - 1]?.tree ?? null;
    if (before === null || tree === null) {
      terminal.print({ text: `What pass ${pass} changed was not recorded.`, tone: 'warn' });
      continue;
    }
    const diff = await workspace.diffText(before, tree);
    terminal.print({ text: `Pass ${pass} changed ${diff === '' ? 'nothing.' : 'this:'}`, tone: 'strong' });
    for (const line of diffLines(diff)) terminal.print(line);
  }
}

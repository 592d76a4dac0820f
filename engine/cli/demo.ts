import { join } from 'node:path';
import { openWorkspace } from '../node/workspace/workspace';
import type { TreeId } from '../ports';
import { programName } from '../runner/version';
import type { Entry } from '../trace/entry';
import type { CliCommand } from './command';
import { isOn, texts } from './command';
import { diffLines } from './diffLines';
import { EXIT, exitCodeOf, exitCodeOfFailure } from './exitCode';
import { carryInForeground } from './foreground';
import { WORKER } from './options';
import { workerOverrides } from './overrides';
import { copySample, removeCopies, SAMPLE_FLOW } from './sampleCopy';
import type { Terminal } from './terminal';

export const demo: CliCommand = {
  name: 'demo',
  takes: '',
  summary: 'Copies a small library whose tests fail to a scratch folder and repairs it there, offline',
  options: {
    'copy-only': { type: 'boolean', help: 'make the copy and print its path' },
    keep: { type: 'boolean', help: 'keep the copies of earlier times' },
    worker: WORKER,
  },
  arguments: [0, 0],
  run: async (given, terminal) => {
    const overrides = workerOverrides(texts(given, 'worker'));
    if (!isOn(given, 'keep')) await removeCopies();
    const root = await copySample();
    if (isOn(given, 'copy-only')) {
      terminal.print(root);
      return EXIT.complete;
    }
    terminal.print(
      `The sample stands in ${root}. Its flow runs on its own: autonomous, approved for this scratch folder.`,
    );
    const passes: Pass[] = [];
    const { carried } = await carryInForeground(
      {
        kind: 'start',
        flowPath: join(root, SAMPLE_FLOW),
        root,
        mode: 'autonomous',
        overrides,
        workers: {},
        executables: {},
        approve: 'any',
        trusted: true,
        program: programName('program'),
      },
      terminal,
      { observe: (entry) => passes.push(...treesIn(entry)) },
    );
    await printDiffs(root, passes, terminal);
    terminal.print(`Open it in VS Code: npm run open (or open the folder ${root}).`);
    return carried.failure ? exitCodeOfFailure(carried.failure.code) : exitCodeOf(carried.result);
  },
};

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

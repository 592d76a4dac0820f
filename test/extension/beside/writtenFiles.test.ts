import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lookAt } from '../../../engine/node/workspace/lookedAt';
import { openWorkspace } from '../../../engine/node/workspace/workspace';
import type { FileChange } from '../../../engine/ports';
import type { Entry } from '../../../engine/trace/entry';
import type { Workspaces } from '../../../extension/beside/workspaces';
import { writtenFiles } from '../../../extension/beside/writtenFiles';
import type { Given } from '../../fakes/trace';
import { trace } from '../../fakes/trace';
import { tree, write } from '../../node/repository';
import { scratch } from '../../node/scratch';
import { start, viewOf } from '../traces';

/** A workspace that steps changed one after the other, and who of them wrote the lines of a file. */
async function written(path: string, ...texts: readonly (string | null)[]) {
  const root = scratch();
  const workspace = await openWorkspace(root);
  const trees: string[] = [];
  for (const text of texts) {
    if (text === null) rmSync(join(root, path), { force: true });
    else write(root, { [path]: text });
    trees.push(await tree(workspace));
  }
  const changed: readonly FileChange[] = [{ path, change: 'modified' }];
  const given = trees.slice(1).flatMap((after, index): readonly Given[] => {
    const scope = { step: `s${index + 1}`, visit: 1, pass: 0 };
    return [
      { ...scope, type: 'step.started', kind: 'work', attempt: 1, inputs: 'i', worker: 'w' },
      { ...scope, type: 'workspace.snapshot', when: 'step-start', tree: trees[index] ?? null },
      { ...scope, type: 'workspace.snapshot', when: 'step-end', tree: after, changed },
      {
        ...scope,
        type: 'step.finished',
        result: { kind: 'work', ok: true, output: null, changed: [path], attempts: 1 },
      },
    ];
  });
  const entries: readonly Entry[] = trace(start, ...given);
  const run = viewOf(entries);
  const looked = await lookAt(root);
  const workspaces: Workspaces = {
    looked: async () => looked,
    fresh: async () => looked,
    placeOf: (uri) => ({ root, path: uri.fsPath }),
    runsOf: () => [run],
    runFor: () => run,
  };
  const said: string[] = [];
  const log = { info: (line: string) => said.push(line) };
  const files = writtenFiles(workspaces, { shown: (each) => each }, log);
  return {
    root,
    said,
    of: async (text: string, file = path) => {
      const found = await files.of({ scheme: 'file', fsPath: file }, text);
      return found?.writers.map((by) => found.recordings[by]?.by?.run.step ?? '-').join(' ') ?? null;
    },
  };
}

describe('who wrote the lines of a file that is open', () => {
  it('is known by step; what a person changed since is nobody’s, whatever its line ends', async () => {
    const { of, said } = await written('a.txt', 'a\nb\n', 'a\nX\nb\n', 'a\nX\nY\nb\n');
    expect(await of('a\nX\nY\nb\n')).toBe('- s1 s2 -');
    expect(await of('a\r\nX\r\nmine\r\nY\r\nb\r\n')).toBe('- s1 - s2 -');
    expect(await of('')).toBe('');
    expect(said).toEqual([]);
  });

  it('of a text that is as it was once, it is as it was then', async () => {
    const { of } = await written('a.txt', 'a\n', 'a\nX\n', 'a\nZ\nZ\n');
    expect(await of('a\nX\n')).toBe('- s1');
    expect(await of('a\n')).toBe('-');
  });

  it('of a file that came, went and came again it is the last one that made it', async () => {
    const { of } = await written('a.txt', null, 'a\n', null, 'a\nb\n');
    expect(await of('a\nb\n')).toBe('s3 s3');
  });

  it('of a file that no step changed there is nothing, and git is not asked', async () => {
    const { of, root, said } = await written('a.txt', 'a\n', 'b\n');
    rmSync(join(root, '.converge'), { recursive: true });
    expect(await of('b\n', 'other.txt')).toBeNull();
    expect(said).toEqual([]);
  });

  it('binary and large files have no marks; said once', async () => {
    const binary = await written('a.bin', 'a', 'a\0b');
    expect([await binary.of('a\0b'), await binary.of('a\0c')]).toEqual([null, null]);
    expect(binary.said).toEqual(['a.bin: lines written by runs are not marked: it is binary']);
    const large = await written('a.txt', 'a', 'x\n'.repeat(600_000));
    expect([await large.of('a'), await large.of('x\n'.repeat(600_000))]).toEqual([null, null]);
    expect(large.said).toEqual(['a.txt: lines written by runs are not marked: it is larger than 1 MiB']);
  });

  it('where what was recorded is gone there are no marks, and it is said', async () => {
    const { of, root, said } = await written('a.txt', 'a\n', 'b\n');
    rmSync(join(root, '.converge/git/objects'), { recursive: true });
    expect(await of('b\n')).toBeNull();
    expect(said).toHaveLength(1);
  });
});

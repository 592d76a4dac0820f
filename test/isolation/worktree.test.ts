import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { ConvergeError } from '../../engine/failure';
import type { JsonObject } from '../../engine/json';
import { bring } from '../../engine/node/worktree/bring';
import { worktreesOf } from '../../engine/node/worktree/place';
import { apply, planApply } from '../../engine/runner/applying';
import { carryRun } from '../../engine/runner/carry';
import { removeRun, runsToPrune } from '../../engine/runner/prune';
import { idles, repairs } from '../cli/story';
import { git } from '../node/repository';
import { scratch } from '../node/scratch';
import { carried, startOf, userPlace, usersOwn } from './worktreePlace';

vi.setConfig({ testTimeout: 60_000 });

const WORKTREE: JsonObject = { workspace: { isolation: 'worktree' } };
/** Outside of a loop a step that fails and leads nowhere ends the run. */
const FAILS: JsonObject = { act: { kind: 'work', worker: 'doer', prompt: 'Fail.', next: '@complete' } };
const failing: JsonObject = { fail: 'failed', text: 'no' };
const edits = (path: string, content: string): JsonObject => ({ text: 'did', edits: [{ path, content }] });

describe('SH-26 the user’s uncommitted work is left alone', () => {
  const ends: Readonly<Record<string, Parameters<typeof userPlace>[1]>> = {
    complete: { doer: [repairs] },
    stopped: { doer: [idles] },
    failed: { doer: [failing], flow: { loops: {}, steps: FAILS } },
  };
  for (const [end, more] of Object.entries(ends)) {
    it(`of a run in a worktree that ends ${end}: HEAD, index, branches, stash and files byte for byte`, async () => {
      const where = userPlace(WORKTREE, more);
      const before = usersOwn(where.root);
      const { result } = await carried(where.flowPath);
      expect(result.outcome).toBe(end);
      expect(usersOwn(where.root)).toEqual(before);
      expect(git(where.root, 'stash', 'list')).toContain('stash@{0}');
      expect(git(where.root, 'status', '--porcelain')).toContain('R  src/old.txt -> src/new.txt');
    });

    it(`of a run in the workspace itself that ends ${end}: only what the worker did is new`, async () => {
      const where = userPlace({}, more);
      const before = usersOwn(where.root);
      await carried(where.flowPath);
      const after = usersOwn(where.root);
      const changed = Object.keys(after).filter((path) => after[path] !== before[path]);
      expect(changed).toEqual(end === 'complete' ? ['state'] : []);
      expect(Object.keys(after)).toEqual(Object.keys(before));
    });
  }

  it.each([
    ['in a worktree', WORKTREE],
    ['in the workspace itself', {}],
  ])('of one that is cancelled while its worker works, %s', async (_, flow) => {
    const where = userPlace(flow, { doer: [{ ...repairs, delayMs: 30_000 }] });
    const before = usersOwn(where.root);
    let cancel = () => {};
    const { result } = await carryRun(startOf(where.flowPath), {
      onReady: ({ act }) => {
        cancel = () => act({ do: 'cancel' }, 'a person');
      },
      observe: (entry) => {
        if (entry.type === 'step.started' && entry.step === 'act') cancel();
      },
    });
    expect(result.outcome).toBe('cancelled');
    expect(usersOwn(where.root)).toEqual(before);
  });
});

describe('a run in a worktree', () => {
  it('begins at HEAD without what is not committed, says so, and is found by every view of its files', async () => {
    const where = userPlace(WORKTREE);
    const { result, state, folder } = await carried(where.flowPath);
    expect(result).toMatchObject({ outcome: 'complete', confirmed: 'evidence' });
    const place = state.head?.place?.worktree;
    expect(place?.commit).toBe(git(where.root, 'rev-parse', 'HEAD').trim());
    expect(place?.without).toBe(4);
    const tree = place?.folder ?? '';
    expect(readFileSync(join(tree, 'edited.txt'), 'utf8')).toBe('as committed\n');
    expect(existsSync(join(tree, 'untracked.txt'))).toBe(false);
    expect(existsSync(join(tree, 'node_modules'))).toBe(false);
    expect(readFileSync(join(tree, 'state'), 'utf8')).toBe('good');
    expect(tree.startsWith(where.root)).toBe(false);
    expect(git(tree, 'status', '--porcelain').trim()).toBe('M state');
    expect((await planApply(folder)).changes).toEqual([{ path: 'state', change: 'modified' }]);
  });

  it('has what it brings, as copies: a change there is none of the user’s', async () => {
    const brought = { workspace: { isolation: 'worktree', bring: ['node_modules', '.env', 'edited.txt'] } };
    const where = userPlace(brought, { doer: [edits('node_modules/dep/index.js', 'evil'), repairs] });
    const { state } = await carried(where.flowPath);
    const tree = state.head?.place?.worktree?.folder ?? '';
    expect(readFileSync(join(tree, 'edited.txt'), 'utf8')).toBe('my unsaved work\n');
    expect(readFileSync(join(tree, 'node_modules/dep/index.js'), 'utf8')).toBe('evil');
    expect(readFileSync(join(where.root, 'node_modules/dep/index.js'), 'utf8')).toBe('module.exports = 1;\n');
  });

  it('runs no hook, no fsmonitor and no filter of the repository', async () => {
    const where = userPlace({ workspace: { isolation: 'worktree', commitEachPass: true } });
    const canary = join(where.caches, 'canary');
    const evil = `sh -c 'echo evil >> ${canary}; cat'`;
    for (const hook of ['post-checkout', 'reference-transaction', 'pre-commit', 'post-commit', 'post-index-change']) {
      where.put(`.git/hooks/${hook}`, `#!/bin/sh\necho ${hook} >> ${canary}\n`);
      git(where.root, 'config', 'core.fsmonitor', evil);
      rmSync(join(where.root, '.git/hooks', `${hook}.sample`), { force: true });
    }
    for (const hook of readdirSync(join(where.root, '.git/hooks'))) {
      const { chmodSync } = await import('node:fs');
      chmodSync(join(where.root, '.git/hooks', hook), 0o755);
    }
    git(where.root, 'config', 'filter.evil.smudge', evil);
    git(where.root, 'config', 'filter.evil.clean', evil);
    where.put('.gitattributes', '* filter=evil\n');
    where.put('.git/info/attributes', '* filter=evil\n');
    const { result } = await carried(where.flowPath);
    expect(result.outcome).toBe('complete');
    expect(existsSync(canary)).toBe(false);
    // The twin: git as the user calls it runs them.
    git(where.root, 'worktree', 'add', '--detach', join(where.caches, 'twin'));
    expect(readFileSync(canary, 'utf8')).toContain('post-checkout');
    expect(readFileSync(canary, 'utf8')).toContain('evil');
  });

  it('two of them run at once in one workspace, and neither waits for one in the workspace itself', async () => {
    const where = userPlace(WORKTREE, { doer: [{ ...repairs, delayMs: 1500 }] });
    const both = await Promise.all([carried(where.flowPath), carried(where.flowPath)]);
    expect(both.map(({ result }) => result.outcome)).toEqual(['complete', 'complete']);
    expect(new Set(both.map(({ state }) => state.head?.place?.worktree?.folder)).size).toBe(2);
    // The other side: in the workspace itself there is one at a time.
    const inPlace = userPlace({}, { doer: [{ ...repairs, delayMs: 1500 }] });
    const ends = await Promise.allSettled([carried(inPlace.flowPath), carried(inPlace.flowPath)]);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('is refused at the start outside of a repository, without a commit, and with what cannot be brought', async () => {
    const where = userPlace(WORKTREE);
    rmSync(join(where.root, '.git'), { recursive: true });
    await expect(carried(where.flowPath)).rejects.toThrow(/not in a git repository.*git init/);
    git(where.root, 'init', '-q');
    await expect(carried(where.flowPath)).rejects.toThrow(/no commit/);
    const missing = userPlace({ workspace: { isolation: 'worktree', bring: ['nowhere'] } });
    await expect(carried(missing.flowPath)).rejects.toThrow(/"nowhere" of "bring" is not in the workspace/);
    expect(existsSync(worktreesOf(missing.root)) ? readdirSync(worktreesOf(missing.root)) : []).toEqual([]);
    expect(git(missing.root, 'worktree', 'list').trim().split('\n').length).toBe(1);
    expect(readdirSync(join(missing.root, '.converge/runs'))).toEqual([]);
  });

  it('goes on in its worktree; where that was cleared away it is made again as last recorded', async () => {
    const where = userPlace(WORKTREE, {
      doer: [{ pass: 1, ...edits('src/more.txt', 'more\n') }, { pass: 3, ...repairs }, idles],
      loop: { maxPasses: 2 },
    });
    const first = await carried(where.flowPath);
    expect(first.result).toMatchObject({ outcome: 'stopped', reason: 'pass-cap' });
    const tree = first.state.head?.place?.worktree?.folder ?? '';
    rmSync(tree, { recursive: true });
    const spec = { ...startOf(''), kind: 'resume' as const, folder: first.folder, raised: { fix: { maxPasses: 3 } } };
    const { flowPath: _path, mode: _mode, overrides: _overrides, ...resume } = spec;
    const again = await carryRun(resume);
    expect(again.result.outcome).toBe('complete');
    expect(readFileSync(join(tree, 'src/more.txt'), 'utf8')).toBe('more\n');
    expect(readFileSync(join(where.root, 'state'), 'utf8')).toBe('bad');
  });

  it('goes away with its run, and one whose run is gone goes with the next prune; its branch stays', async () => {
    const where = userPlace({ workspace: { isolation: 'worktree', commitEachPass: true } });
    const { folder, run, state } = await carried(where.flowPath);
    const stray = await carried(where.flowPath);
    const trees = [state, stray.state].map(({ head }) => head?.place?.worktree?.folder ?? '');
    expect(await removeRun(folder, { all: false })).toBe(true);
    expect(existsSync(trees[0] ?? '')).toBe(false);
    rmSync(stray.folder, { recursive: true });
    await runsToPrune(where.root, { look: true });
    expect(existsSync(trees[1] ?? '')).toBe(true);
    await runsToPrune(where.root, { look: false });
    expect(existsSync(trees[1] ?? '')).toBe(false);
    expect(git(where.root, 'worktree', 'list').trim().split('\n').length).toBe(1);
    expect(git(where.root, 'branch', '--list', 'converge/*')).toContain(run);
  });
});

describe('bring', () => {
  it('copies links that stay inside as links, leaves out those that lead out, and never writes behind a link', async () => {
    const [from, to, away] = [scratch(), scratch(), scratch()];
    mkdirSync(join(from, 'mods/a/.git'), { recursive: true });
    mkdirSync(join(from, 'src'));
    writeFileSync(join(from, 'mods/a/x.js'), 'x');
    writeFileSync(join(from, 'mods/a/.git/config'), 'x');
    symlinkSync('../src', join(from, 'mods/inside'));
    symlinkSync(join(from, 'src'), join(from, 'mods/absolute'));
    symlinkSync(away, join(from, 'mods/outside'));
    symlinkSync(away, join(to, 'linked'));
    expect(await bring(from, to, ['mods'])).toEqual(['mods/outside']);
    expect(readFileSync(join(to, 'mods/a/x.js'), 'utf8')).toBe('x');
    expect(existsSync(join(to, 'mods/a/.git'))).toBe(false);
    expect(lstatSync(join(to, 'mods/absolute')).isSymbolicLink()).toBe(true);
    mkdirSync(join(from, 'linked'));
    writeFileSync(join(from, 'linked/canary'), 'x');
    await expect(bring(from, to, ['linked/canary'])).rejects.toThrow(/link or a file in the commit/);
    expect(existsSync(join(away, 'canary'))).toBe(false);
  });

  it('says what is too much before it copies any of it', async () => {
    const [from, to] = [scratch(), scratch()];
    writeFileSync(join(from, 'big'), 'x'.repeat(2000));
    await expect(bring(from, to, ['big'], { bytes: 1000, files: 10 })).rejects.toBeInstanceOf(ConvergeError);
    expect(existsSync(join(to, 'big'))).toBe(false);
  });
});

describe('apply', () => {
  it('puts what the run changed into the workspace and nothing else: index, HEAD and own edits stay', async () => {
    const where = userPlace(WORKTREE, {
      doer: [edits('src/one.txt', 'one\ntwo\nthree\nfour\nFIVE\n'), repairs],
      loop: { maxPasses: 2 },
    });
    where.put('src/one.txt', 'ONE\ntwo\nthree\nfour\nfive\n');
    const { folder } = await carried(where.flowPath);
    const [before, index] = [usersOwn(where.root), readFileSync(join(where.root, '.git/index'))];
    const plan = await planApply(folder);
    expect(plan.merged).toEqual(['src/one.txt']);
    expect(usersOwn(where.root)).toEqual(before);
    const end = await apply(folder, plan);
    expect(end.ok).toBe(true);
    expect(readFileSync(join(where.root, 'src/one.txt'), 'utf8')).toBe('ONE\ntwo\nthree\nfour\nFIVE\n');
    expect(readFileSync(join(where.root, 'edited.txt'), 'utf8')).toBe('my unsaved work\n');
    expect(readFileSync(join(where.root, '.git/index')).equals(index)).toBe(true);
    expect((await planApply(folder)).changes).toEqual([]);
  });

  it('lists a conflict and writes nothing, not even the files without one', async () => {
    const where = userPlace(WORKTREE, {
      doer: [
        {
          pass: 1,
          text: 'x',
          edits: [
            { path: 'src/one.txt', content: 'run\n' },
            { path: 'new.txt', content: 'n' },
          ],
        },
        repairs,
      ],
    });
    where.put('src/one.txt', 'mine\n');
    const { folder } = await carried(where.flowPath);
    const before = usersOwn(where.root);
    const plan = await planApply(folder);
    expect(plan.conflicts).toEqual(['src/one.txt']);
    expect(await apply(folder, plan)).toMatchObject({ ok: false });
    expect(usersOwn(where.root)).toEqual(before);
  });

  it('does nothing where files moved since they were looked at; keeps the user’s line ends', async () => {
    const where = userPlace(WORKTREE, { doer: [edits('src/one.txt', 'one\nTWO\n'), repairs], loop: { maxPasses: 2 } });
    where.put('src/one.txt', 'one\r\ntwo\r\nthree\r\nfour\r\nfive\r\n');
    const { folder } = await carried(where.flowPath);
    const plan = await planApply(folder);
    expect(plan.conflicts).toEqual([]);
    where.put('untracked.txt', 'changed meanwhile\n');
    expect((await apply(folder, plan)).ok).toBe('moved');
    expect((await apply(folder, await planApply(folder))).ok).toBe(true);
    expect(readFileSync(join(where.root, 'src/one.txt'), 'utf8')).toBe('one\r\nTWO\r\n');
  });

  it('there is nothing to apply of a run in the workspace itself', async () => {
    const where = userPlace({});
    const { folder } = await carried(where.flowPath);
    await expect(planApply(folder)).rejects.toThrow(/nothing to apply/);
  });
});

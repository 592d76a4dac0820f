import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../engine/json';
import { passCommits } from '../../engine/node/worktree/passCommits';
import { makeWorktree } from '../../engine/node/worktree/worktree';
import { carryRun } from '../../engine/runner/carry';
import { forkRun } from '../../engine/runner/fork';
import { repairs } from '../cli/story';
import { git } from '../node/repository';
import { scratch } from '../node/scratch';
import { carried, startOf, userPlace, usersOwn } from './worktreePlace';

vi.setConfig({ testTimeout: 60_000 });

const COMMITS: JsonObject = { workspace: { isolation: 'worktree', commitEachPass: true } };
const edits = (path: string, content: string): JsonObject => ({ text: 'did', edits: [{ path, content }] });

describe('a run in a worktree that commits each pass', () => {
  it('commits each pass on a branch of its own, as Converge, and no branch of the user moves', async () => {
    const where = userPlace(COMMITS, { doer: [{ pass: 1, ...edits('src/more.txt', 'more\n') }, repairs] });
    const [head, before] = [git(where.root, 'rev-parse', 'HEAD'), usersOwn(where.root)];
    const { result, run } = await carried(where.flowPath);
    expect(result.outcome).toBe('complete');
    const log = git(where.root, 'log', '--format=%an %s', `HEAD..converge/${run}`).trim().split('\n');
    expect(log).toEqual(['Converge Pass 2 of fix: confirmed', 'Converge Pass 1 of fix: again']);
    expect(git(where.root, 'show', '--format=', '--name-status', `converge/${run}`).trim()).toBe('M\tstate');
    expect(git(where.root, 'ls-tree', '-r', '--name-only', `converge/${run}`)).toContain('.converge/flows/');
    expect(git(where.root, 'fsck', '--strict', '--no-dangling')).toBe('');
    expect([git(where.root, 'rev-parse', 'HEAD'), usersOwn(where.root)]).toEqual([head, before]);
  });

  it('commits on a resume every pass that a killed holder did not come to, in order, each once', async () => {
    const where = userPlace(COMMITS, { doer: [edits('src/more.txt', 'more\n')], loop: { maxPasses: 3 } });
    const { folder, run } = await carried(where.flowPath);
    const branch = `converge/${run}`;
    const commits = () => git(where.root, 'log', '--reverse', '--format=%H %s', `HEAD..${branch}`).trim().split('\n');
    const all = commits();
    expect(all).toHaveLength(3);
    const resumed = async (maxPasses: number) => {
      const { flowPath: _path, mode: _mode, overrides: _overrides, ...resume } = startOf('');
      await carryRun({ ...resume, kind: 'resume', folder, raised: { fix: { maxPasses } } });
      return commits();
    };
    // As a kill leaves it: before the second commit; before the first; behind the last.
    git(where.root, 'update-ref', `refs/heads/${branch}`, all[0]?.split(' ')[0] ?? '');
    const four = await resumed(4);
    expect(four.slice(0, 3)).toEqual(all);
    expect(four).toHaveLength(4);
    git(where.root, 'branch', '-D', branch);
    const five = await resumed(5);
    expect(five.slice(0, 4)).toEqual(four);
    expect(five).toHaveLength(5);
    expect((await resumed(6)).slice(0, 5)).toEqual(five);
  });

  it('commits each pass of an inner loop, though their numbers begin again', async () => {
    const where = userPlace(COMMITS);
    const worktree = await makeWorktree({ root: where.root, run: 'r1', runFolder: scratch(), bring: [] });
    const commits = passCommits(where.root, 'r1', worktree);
    for (const entry of [4, 9, 9]) {
      commits.add({
        loop: 'inner',
        pass: 1,
        entry,
        tree: worktree.base,
        at: '2026-01-01T00:00:00.000Z',
        words: `at ${entry}`,
      });
    }
    expect(await commits.settled()).toBeNull();
    expect(git(where.root, 'log', '--reverse', '--format=%s', 'HEAD..converge/r1').trim().split('\n')).toEqual([
      'at 4',
      'at 9',
    ]);
  });

  it('is forked into a worktree and a branch of the fork’s own; those it came from stay as they are', async () => {
    const doer = [{ pass: 1, ...edits('src/more.txt', 'more\n') }, { pass: 2, text: 'did nothing' }, repairs];
    const where = userPlace(COMMITS, { doer, loop: { maxPasses: 2 } });
    const first = await carried(where.flowPath);
    const tree = first.state.head?.place?.worktree?.folder ?? '';
    const from = git(where.root, 'rev-parse', `converge/${first.run}`);
    const [before, files] = [usersOwn(where.root), usersOwn(tree)];
    const fork = await forkRun({ folder: first.folder });
    const { flowPath: _path, mode: _mode, overrides: _overrides, ...resume } = startOf('');
    const raised = { fix: { maxPasses: 3 } };
    const { state, result } = await carryRun({ ...resume, kind: 'resume', folder: fork.folder, raised });
    expect(result.outcome).toBe('complete');
    const own = state.head?.place?.worktree?.folder ?? '';
    expect(own).not.toBe(tree);
    expect(readFileSync(join(own, 'src/more.txt'), 'utf8')).toBe('more\n');
    expect(readFileSync(join(own, 'state'), 'utf8')).toBe('good');
    const log = git(where.root, 'log', '--reverse', '--format=%s', `HEAD..converge/${fork.run}`).trim().split('\n');
    expect(log.map((line) => line.slice(0, 13))).toEqual(['Pass 1 of fix', 'Pass 2 of fix', 'Pass 3 of fix']);
    expect([git(where.root, 'rev-parse', `converge/${first.run}`), usersOwn(where.root)]).toEqual([from, before]);
    expect(usersOwn(tree)).toEqual(files);
  });
});

describe('a submodule', () => {
  const withSubmodule = (flow: JsonObject) => {
    const [where, library] = [userPlace(flow), scratch()];
    git(library, 'init', '-q');
    writeFileSync(join(library, 'lib.js'), 'lib\n');
    git(library, 'add', '-A');
    git(library, 'commit', '-q', '-m', 'lib');
    git(where.root, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', library, 'vendor/lib');
    git(where.root, 'commit', '-q', '-m', 'with a submodule', '--', '.gitmodules', 'vendor/lib');
    return where;
  };

  it('is an empty folder in a worktree, as git makes it', async () => {
    const where = withSubmodule({ workspace: { isolation: 'worktree' } });
    const { result, state } = await carried(where.flowPath);
    expect(result.outcome).toBe('complete');
    expect(existsSync(join(state.head?.place?.worktree?.folder ?? '', 'vendor/lib/lib.js'))).toBe(false);
  });

  it('is there where it is brought, as a copy without its repository, and its link stays in each commit', async () => {
    const where = withSubmodule({ workspace: { ...(COMMITS.workspace as JsonObject), bring: ['vendor/lib'] } });
    const { result, state, run } = await carried(where.flowPath);
    expect(result.outcome).toBe('complete');
    const tree = state.head?.place?.worktree?.folder ?? '';
    expect(readFileSync(join(tree, 'vendor/lib/lib.js'), 'utf8')).toBe('lib\n');
    expect(existsSync(join(tree, 'vendor/lib/.git'))).toBe(false);
    writeFileSync(join(tree, 'vendor/lib/lib.js'), 'other\n');
    expect(readFileSync(join(where.root, 'vendor/lib/lib.js'), 'utf8')).toBe('lib\n');
    const link = (revision: string) => git(where.root, 'ls-tree', revision, 'vendor/lib');
    expect(link(`converge/${run}`)).toMatch(/^160000 commit/);
    expect(link(`converge/${run}`)).toBe(link('HEAD'));
  });
});

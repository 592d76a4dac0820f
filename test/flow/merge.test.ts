import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { FlowEdit } from '../../engine/flow/edit';
import { applyEdit } from '../../engine/flow/edit';
import { examine } from '../../engine/flow/examine';
import { parseFlow } from '../../engine/flow/parse';
import type { Json } from '../../engine/json';
import { applied } from './applied';

const folder = mkdtempSync(path.join(tmpdir(), 'converge-merge-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FLOW = `{
  "converge": 1,
  "id": "two-people",
  "start": "a",
  "workers": {
    "w": { "use": "claude-code" }
  },
  "steps": {
    "a": {
      "kind": "work",
      "worker": "w",
      "prompt": "First.",
      "next": "b"
    },
    "b": {
      "kind": "work",
      "worker": "w",
      "prompt": "Second.",
      "next": "c"
    },
    "c": {
      "kind": "verify",
      "commands": [{ "run": ["npm", "test"] }],
      "next": "@complete"
    }
  },
  "layout": {
    "a": [0, 0],
    "c": [640, 0]
  }
}
`;

function edited(text: string, edits: readonly FlowEdit[]): string {
  return edits.reduce((now, edit) => {
    const result = applyEdit(parseFlow(now).value as Json, edit);
    if (!result.ok) throw new Error(result.why);
    return applied(now, result.changes);
  }, text);
}

/** Both texts merged by git over their common one, in a repository without any special driver. */
function merged(name: string, base: string, ours: string, theirs: string): string {
  const where = path.join(folder, name);
  const file = path.join(where, 'flow.converge.json');
  execFileSync('git', ['init', '-q', '-b', 'main', where]);
  const git = (...args: readonly string[]) =>
    execFileSync(
      'git',
      ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'commit.gpgsign=false', '-C', where, ...args],
      { stdio: 'pipe' },
    );
  const commit = (text: string) => {
    writeFileSync(file, text);
    git('add', '.');
    git('commit', '-qm', 'x');
  };
  commit(base);
  git('checkout', '-qb', 'theirs');
  commit(theirs);
  git('checkout', '-q', 'main');
  commit(ours);
  git('merge', '-q', '--no-edit', 'theirs');
  return readFileSync(file, 'utf8');
}

describe('two people edit one flow', () => {
  it('SH-35 one moves a step, the other renames another and draws a route: git merges it, and it is valid', () => {
    const ours = edited(FLOW, [{ type: 'move', positions: { a: [40, 200] } }]);
    const theirs = edited(FLOW, [
      { type: 'renameStep', from: 'b', to: 'second' },
      { type: 'connect', from: 'second', to: '@stop', kind: 'outcome' },
    ]);
    const text = merged('move-rename', FLOW, ours, theirs);
    const read = examine(text);
    expect(read.issues.filter((issue) => issue.severity === 'error')).toEqual([]);
    expect(read.flow?.layout).toEqual({ a: [40, 200], c: [640, 0] });
    expect(read.flow?.steps.a).toMatchObject({ next: 'second' });
    expect(read.flow?.steps.second).toMatchObject({ routes: { failed: '@stop' } });
    expect(Object.keys(read.flow?.steps ?? {})).toEqual(['a', 'second', 'c']);
  });

  it('SH-35 the first move of all and an added step merge as well', () => {
    const bare = FLOW.replace(/,\n {2}"layout": \{[^}]*\}/, '');
    expect(bare).not.toContain('layout');
    const ours = edited(bare, [{ type: 'move', positions: { a: [40, 200] } }]);
    const theirs = edited(bare, [{ type: 'addStep', kind: 'work', id: 'between', onRoute: 'a/strong/0' }]);
    const read = examine(merged('first-move', bare, ours, theirs));
    expect(read.issues.filter((issue) => issue.severity === 'error')).toEqual([]);
    expect(read.flow?.layout).toEqual({ a: [40, 200] });
    expect(read.flow?.steps.between).toMatchObject({ next: 'b' });
  });

  it('SH-35 moving one step changes its line and no other', () => {
    const after = edited(FLOW, [{ type: 'move', positions: { a: [40, 200] } }]);
    expect(after).toBe(FLOW.replace('"a": [0, 0]', '"a": [40, 200]'));
  });
});

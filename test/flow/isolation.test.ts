import { describe, expect, it } from 'vitest';
import { check } from '../../engine/flow/check';
import { runPolicy, whyNotBrought, workerPolicy } from '../../engine/flow/isolation';
import { explainLimits } from '../../engine/flow/limits';
import { parseFlow } from '../../engine/flow/parse';
import { patched } from '../../engine/flow/patch';
import type { Json } from '../../engine/json';
import { sample } from './changedSample';

const withPlace = (workspace: Json): Json => ({ ...(sample as object), workspace }) as Json;
const codes = (workspace: Json) =>
  check(withPlace(workspace))
    .map(({ code }) => code)
    .filter((code) => ['needs-worktree', 'bring-outside', 'offline-without-sandbox'].includes(code));

describe('where a run works', () => {
  it('bring and commitEachPass are for a worktree: elsewhere they are an error, with a fix', () => {
    expect(codes({ isolation: 'worktree', bring: ['node_modules'], commitEachPass: true })).toEqual([]);
    expect(codes({ bring: ['node_modules'] })).toEqual(['needs-worktree']);
    expect(codes({ isolation: 'in-place', commitEachPass: true })).toEqual(['needs-worktree']);
    const flow = withPlace({ commitEachPass: true });
    const [issue] = check(flow).filter(({ code }) => code === 'needs-worktree');
    expect(check(patched(flow, issue?.fix?.changes ?? [])).map(({ code }) => code)).not.toContain('needs-worktree');
  });

  it('SH-26 a path that leads out of the workspace, or into git or Converge, is never brought', () => {
    const bad = ['../secrets', '/etc', 'a/../../b', 'C:\\Users', '.git', 'lib/.GIT', '.converge/runs', '.', 'src/*.ts'];
    expect(bad.filter((path) => whyNotBrought(path) === null)).toEqual([]);
    const good = ['node_modules', '.env', 'packages/a/node_modules/', 'app/[id]/page.ts', './dist', 'a..b'];
    expect(good.filter((path) => whyNotBrought(path) !== null)).toEqual([]);
    expect(codes({ isolation: 'worktree', bring: ['ok', '../x', '/y'] })).toEqual(['bring-outside', 'bring-outside']);
  });

  it('the fix for a path takes that one out and leaves the others', () => {
    const flow = withPlace({ isolation: 'worktree', bring: ['ok', '../x'] });
    const [issue] = check(flow).filter(({ code }) => code === 'bring-outside');
    expect(patched(flow, issue?.fix?.changes ?? [])).toMatchObject({ workspace: { bring: ['ok'] } });
  });

  it('no network without a sandbox is a wish that nothing holds', () => {
    expect(codes({ offline: true })).toEqual(['offline-without-sandbox']);
    expect(codes({ offline: true, sandbox: 'required' })).toEqual([]);
  });

  it('the format knows the key and its words', () => {
    const read = parseFlow(JSON.stringify(withPlace({ isolation: 'somewhere', sandbox: 'please' })));
    expect(read.issues.filter(({ path }) => path?.[0] === 'workspace').length).toBe(2);
  });
});

describe('sandbox policies', () => {
  it('a worker’s own counts for it, and a word that is none reads as the strictest', () => {
    expect(workerPolicy({}, 'preferred')).toBe('preferred');
    expect(workerPolicy({ sandbox: 'off' }, 'required')).toBe('off');
    expect(workerPolicy({ sandbox: 'maybe' as 'off' }, 'off')).toBe('required');
  });

  it('a run has the strictest of its flow and those that it calls', () => {
    expect(runPolicy([{}, { workspace: { sandbox: 'preferred' } }])).toBe('preferred');
    expect(runPolicy([{ workspace: { sandbox: 'required' } }, { workspace: { sandbox: 'off' } }])).toBe('required');
    expect(runPolicy([{}])).toBe('off');
  });

  it('the limits card says what will hold, and nothing where nothing does', () => {
    const flow = (workspace: object) => ({ ...(sample as object), workspace }) as never;
    const lines = explainLimits(flow({ isolation: 'worktree', sandbox: 'required', offline: true }), 'autonomous');
    expect(lines).toEqual(expect.arrayContaining(['programs run in a sandbox, or nothing starts']));
    expect(lines.join()).toMatch(/worktree.*no network/);
    expect(explainLimits(flow({}), 'autonomous').join()).not.toMatch(/sandbox|worktree/);
  });
});

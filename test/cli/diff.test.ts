import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratch } from '../node/scratch';
import { converge, withProgram } from './program';

withProgram();

const flow = (passes: number) => `{
  "converge": 1, "id": "fix", "start": "act",
  "steps": {
    "act": { "kind": "verify", "commands": [{ "run": ["true"] }], "next": "judge" },
    "judge": { "kind": "judge", "worker": "w", "next": "@complete" }
  },
  "loops": { "loop": { "type": "until", "head": "act", "tail": "judge", "maxPasses": ${passes} } }
}
`;

function repository() {
  const root = scratch();
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.invalid', ...args], { cwd: root });
  const write = (name: string, text: string) => writeFileSync(join(root, name), text);
  return { root, env: process.env, git, write };
}

describe('converge diff', () => {
  it('compares with HEAD or a revision by its exit code and in words, and with another file', async () => {
    const place = repository();
    place.git('init', '--quiet');
    place.write('fix.converge.json', flow(5));
    place.git('add', '--all');
    place.git('commit', '--quiet', '--message', 'First');
    expect(await converge(place, 'diff', 'fix')).toMatchObject({
      code: 0,
      stdout: '  Nothing changed in what it does\n',
    });
    place.write('fix.converge.json', flow(8));
    const changed = '~ loop loop: at most 5 passes → 8\n';
    expect(await converge(place, 'diff', 'fix')).toMatchObject({ code: 1, stdout: changed });
    place.git('commit', '--quiet', '--all', '--message', 'Second');
    expect((await converge(place, 'diff', 'fix')).code).toBe(0);
    expect(await converge(place, 'diff', 'fix', 'HEAD~1')).toMatchObject({ code: 1, stdout: changed });
    place.write('other.json', flow(3));
    expect(await converge(place, 'diff', 'fix', 'other.json')).toMatchObject({
      code: 1,
      stdout: '~ loop loop: at most 8 passes → 3\n',
    });
    const json = JSON.parse((await converge(place, 'diff', 'fix', 'other.json', '--json')).stdout);
    expect(json).toMatchObject({ same: false, changes: [{ what: 'loop', how: 'changed' }], moved: [] });
  });

  it('what cannot be compared is refused with 2 and a way on', async () => {
    const place = repository();
    place.write('fix.converge.json', flow(5));
    const alone = await converge(place, 'diff', 'fix');
    expect([alone.code, alone.stdout]).toEqual([2, '']);
    expect(alone.stderr).toMatch(/no git repository\. Name a second flow file/);
    place.git('init', '--quiet');
    expect((await converge(place, 'diff', 'fix')).stderr).toMatch(/no commit yet/);
    place.write('torn.json', '<<<<<<< a\n');
    const torn = await converge(place, 'diff', 'fix', 'torn.json');
    expect([torn.code, torn.stderr]).toEqual([2, expect.stringContaining('conflict markers')]);
    place.git('add', 'torn.json');
    place.git('commit', '--quiet', '--message', 'First');
    expect((await converge(place, 'diff', 'fix')).stderr).toMatch(/is not there at HEAD/);
    expect((await converge(place, 'diff', 'fix', 'nowhere')).stderr).toMatch(/no revision "nowhere"/);
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { until } from '../until';
import { converge, place, start, withProgram } from './program';
import { FILES, idles, story } from './story';

withProgram();

/** Ends its command once the file `go` is there, so that somebody can look meanwhile. */
const CHECK = `import { existsSync } from 'node:fs';
setInterval(() => existsSync('go') && process.exit(1), 20);`;

describe('converge watch', () => {
  it('shows a run of another process from its beginning, follows it to its end, and ends as it does', async () => {
    const where = place(story({ doer: [idles] }), { ...FILES, 'check.mjs': CHECK });
    const run = start(where, ['run', where.flowPath, '--approve', 'any']);
    await until('the run', () => run.stdout().includes('run '));
    const [{ run: id }] = JSON.parse((await converge(where, 'list', '--json')).stdout);
    const watching = start(where, ['watch', id]);
    await until('the beginning', () => watching.stdout().includes(`run ${id}`));
    writeFileSync(join(where.root, 'go'), '');
    const [ran, watched] = await Promise.all([run.ended, watching.ended]);
    expect(watched.code).toBe(ran.code);
    expect(watched.stdout).toBe(ran.stdout);
  });

  it('shows a run that nobody carries and ends at once', async () => {
    const where = place(story({ doer: [idles] }), FILES);
    const ran = await converge(where, 'run', where.flowPath, '--approve', 'any');
    const [{ run: id }] = JSON.parse((await converge(where, 'list', '--json')).stdout);
    const watched = await converge(where, 'watch', id);
    expect([watched.code, watched.stdout]).toEqual([ran.code, ran.stdout]);
  });
});

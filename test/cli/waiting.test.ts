import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../engine/json';
import { until } from '../until';
import type { Place } from './program';
import { converge, place, start, withProgram } from './program';

withProgram();

/** Says line n of `answers` for cursor n, the last one for what is beyond, and writes down that it was asked. */
const POLL = `import { appendFileSync, readFileSync } from 'node:fs';
const cursor = JSON.parse(readFileSync(0, 'utf8'));
if (JSON.stringify(cursor) !== process.env.CONVERGE_CURSOR) throw new Error('two cursors');
appendFileSync('asked', JSON.stringify({ cursor, at: Date.now() }) + '\\n');
console.error('a warning beside the answer');
const answers = readFileSync('answers', 'utf8').trim().split('\\n');
console.log(answers[Math.min(cursor ?? 0, answers.length - 1)]);
`;
const RESPOND = { use: 'scripted', turns: [{ text: 'responded', edits: [{ path: 'response', content: 'yes' }] }] };

const watching = (wait: JsonObject = {}): Json => ({
  converge: 1,
  id: 'watching',
  start: 'wait',
  workers: { doer: RESPOND },
  steps: {
    wait: {
      kind: 'watch',
      poll: { run: ['node', 'poll.mjs'] },
      interval: '300ms',
      routes: { activity: 'respond', terminal: '@complete' },
      ...wait,
    },
    respond: { kind: 'work', worker: 'doer', prompt: 'Respond.', next: 'wait' },
  },
});
const line = (outcome: string, cursor: number) => JSON.stringify({ outcome, cursor, payload: `${outcome} ${cursor}` });
const scene = (wait: JsonObject, ...answers: readonly string[]) =>
  place(watching(wait), { 'poll.mjs': POLL, answers: `${answers.join('\n')}\n` });

const asked = ({ root }: Place): readonly { readonly cursor: number | null; readonly at: number }[] =>
  existsSync(join(root, 'asked'))
    ? readFileSync(join(root, 'asked'), 'utf8')
        .trim()
        .split('\n')
        .map((each) => JSON.parse(each))
    : [];
const cursors = (where: Place) => asked(where).map(({ cursor }) => cursor);
const RUN = (where: Place) => ['run', where.flowPath, '--mode', 'autonomous', '--approve', 'any'];

async function onlyRun(where: Place): Promise<{ readonly run: string; readonly outcome: string }> {
  const { stdout } = await converge(where, 'list', '--json');
  const [run] = JSON.parse(stdout);
  return run;
}

describe('a run that waits for a time', () => {
  it('AF-87 is carried through its waits by one program, which polls at its interval and not in between', async () => {
    const where = scene({}, line('idle', 1), line('activity', 2), line('idle', 3), line('terminal', 4));
    const { code, stdout, stderr } = await converge(where, ...RUN(where), '--json');
    expect(stderr).not.toContain('(internal)');
    expect(code).toBe(0);
    expect(cursors(where)).toEqual([null, 1, 2, 3]);
    expect(readFileSync(join(where.root, 'response'), 'utf8')).toBe('yes');
    const lines = stdout
      .trim()
      .split('\n')
      .map((each) => JSON.parse(each));
    expect(lines.filter(({ type }) => type === 'result')).toEqual([lines.at(-1)]);
    expect(lines.at(-1)).toMatchObject({ type: 'result', outcome: 'complete' });
    const at = asked(where).map((each) => each.at);
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(300);
    expect((at[3] ?? 0) - (at[2] ?? 0)).toBeGreaterThanOrEqual(300);
    expect(stderr).toContain('Parked until ');
  });

  it('--no-wait leaves it parked with exit code 5, as often as it is resumed before its instant', async () => {
    const where = scene({ interval: '1h' }, line('idle', 1), line('terminal', 2));
    expect((await converge(where, ...RUN(where), '--no-wait')).code).toBe(5);
    const { run, outcome } = await onlyRun(where);
    expect(outcome).toBe('waiting');
    const early = await converge(where, 'resume', run, '--no-wait', '--approve', 'any');
    expect(early.code).toBe(5);
    expect(cursors(where)).toEqual([null]);
  });

  it('--no-wait carries on what is due, stretch by stretch', async () => {
    const where = scene({ interval: '100ms' }, line('idle', 1), line('terminal', 2));
    expect((await converge(where, ...RUN(where), '--no-wait')).code).toBe(5);
    const { run } = await onlyRun(where);
    const codes = async () => (await converge(where, 'resume', run, '--no-wait', '--approve', 'any')).code;
    expect(await until('the end', async () => ((await codes()) === 0 ? 'complete' : null))).toBe('complete');
    expect(cursors(where)).toEqual([null, 1]);
  });

  it('Ctrl-C while it sleeps ends the program with exit code 5 at once, and the run stays parked', async () => {
    const where = scene({ interval: '1h' }, line('idle', 1), line('terminal', 2));
    const program = start(where, RUN(where));
    await until('the program to sleep', () => program.stderr().includes('Parked until ') || program.child.exitCode);
    program.child.kill('SIGINT');
    const { code, stderr } = await program.ended;
    expect(stderr).toContain('The run stays parked.');
    expect(code).toBe(5);
    expect((await onlyRun(where)).outcome).toBe('waiting');
  });

  it('SH-22 a program that is killed while it sleeps loses no cursor: the next one is polled from there', async () => {
    const where = scene({ interval: '1s' }, 'no answer', line('idle', 7), line('terminal', 8));
    writeFileSync(join(where.root, 'answers'), `${line('idle', 2)}\n\n${line('terminal', 9)}\n`);
    const program = start(where, RUN(where));
    await until('the program to sleep', () => program.stderr().includes('Parked until ') || program.child.exitCode);
    program.child.kill('SIGKILL');
    await program.ended;
    const { run, outcome } = await onlyRun(where);
    expect(outcome).toBe('waiting');
    const { code } = await converge(where, 'resume', run, '--approve', 'any');
    expect(code).toBe(0);
    expect(cursors(where)).toEqual([null, 2]);
  });
});

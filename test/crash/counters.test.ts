import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { withProgram } from '../cli/program';
import { armed, KILL_POINT } from './cuts';
import type { Where } from './program';
import { runProgram } from './program';
import { copyOf, removeScenes, runArgs, runFolder, sceneOf } from './scene';
import { CHECK, fixFlow, NEVER_MET } from './scenes';
import { entriesOf, eventsOf, factsOf, linesOf, passesOf, resultOf, tracePath, writeLines } from './trace';

withProgram();
afterAll(removeScenes);
// Whole runs of the real program, beside other tests.
vi.setConfig({ testTimeout: 120_000 });

const FILES = { state: 'bad', 'check.mjs': CHECK };
const repairs = { text: 'I repaired it.', edits: [{ path: 'state', content: 'good' }] };
const idle = { use: 'scripted', turns: [{ text: 'I looked.' }] };

function folderOf(where: Where): string {
  const folder = runFolder(where);
  if (folder === undefined) throw new Error('there is no run');
  return folder;
}

describe('SH-02 a hand-edited counter', () => {
  const scene = sceneOf(fixFlow({ doer: idle, judge: NEVER_MET }, { maxPasses: 2 }), FILES);
  const stoppedAfterTwo = async (): Promise<Where> => {
    const where = copyOf(scene);
    expect((await runProgram(where, runArgs(scene))).code).toBe(3);
    return where;
  };
  const resumed = (where: Where) =>
    runProgram(where, ['resume', 'latest', '--approve', 'any', '--raise', 'fix.maxPasses=4']);
  /** Changes the commit that started pass 2. */
  const edit = (where: Where, change: (line: string) => string): number => {
    const lines = linesOf(folderOf(where));
    const at = lines.findIndex((line) => line.includes('"type":"pass.started","loop":"fix","pass":2'));
    const changed = change(lines[at] ?? '');
    expect(changed).not.toBe(lines[at]);
    writeLines(
      folderOf(where),
      lines.map((line, index) => (index === at ? changed : line)),
    );
    return at + 1;
  };

  it('that is only spaced anew changes nothing: two further passes', async () => {
    const where = await stoppedAfterTwo();
    edit(where, (line) => JSON.stringify(JSON.parse(line), null, 1).replaceAll('\n', ' '));
    const { code, stderr } = await resumed(where);
    expect(code, stderr).toBe(3);
    expect(passesOf(folderOf(where))).toEqual([1, 2, 3, 4]);
    expect(resultOf(folderOf(where))).toMatchObject({ reason: 'pass-cap', counters: { fix: { pass: 4, total: 4 } } });
  });

  it.each([
    ['turned into text', (line: string) => line.replace('"loop":"fix","pass":2', '"loop":"fix","pass":"2"')],
    ['removed', (line: string) => line.replace('"loop":"fix","pass":2,', '"loop":"fix",')],
    ['set back', (line: string) => line.replace('"loop":"fix","pass":2', '"loop":"fix","pass":1')],
  ])('that was %s is refused, naming the line, and no pass runs', async (_, change) => {
    const where = await stoppedAfterTwo();
    const line = edit(where, change);
    const { code, stderr } = await resumed(where);
    expect(code).toBe(1);
    expect(stderr).toContain(`Line ${line} of the trace was edited`);
    expect(eventsOf(folderOf(where), 'pass.ended')).toHaveLength(2);
  });

  it.each(['re-spaced', 'text', 'removed', 'deleted file'])(
    'in the files beside the trace (%s) decides nothing',
    async (how) => {
      const where = await stoppedAfterTwo();
      const result = join(folderOf(where), 'result.json');
      const text = readFileSync(result, 'utf8');
      const edited = {
        're-spaced': text.replace('"pass": 2', '"pass":2'),
        text: text.replace('"pass": 2', '"pass": "2"'),
        removed: text.replace('"pass": 2,', ''),
        'deleted file': '',
      }[how];
      expect(edited).not.toBe(text);
      writeFileSync(result, edited ?? '');
      writeFileSync(join(folderOf(where), 'notes.json'), '{"fix":{"notes":[]}}');
      expect((await resumed(where)).code).toBe(3);
      expect(passesOf(folderOf(where))).toEqual([1, 2, 3, 4]);
      expect(resultOf(folderOf(where)).counters.fix).toMatchObject({ pass: 4, total: 4 });
      const notes = JSON.parse(readFileSync(join(folderOf(where), 'notes.json'), 'utf8'));
      expect(notes.fix.notes.map(({ pass }: { pass: number }) => pass)).toEqual([1, 2, 3]);
    },
  );
});

/** Writes down what it is asked, reports 200 tokens, repairs nothing. */
const RECORDER = `import { appendFileSync, readFileSync } from 'node:fs';
const request = JSON.parse(readFileSync(0, 'utf8'));
appendFileSync('.converge/requests', JSON.stringify({ pass: request.pass, notes: request.notes }) + '\\n');
console.log(JSON.stringify({ text: 'I looked.', usage: { inputTokens: 150, outputTokens: 50 } }));
`;

describe('SH-03 a kill between two passes', () => {
  it('keeps number, spend and notes: pass 4 is the next, was given the notes of 1 to 3, and 800 tokens are spent behind it', async () => {
    const doer = { use: 'command', run: ['node', 'agent.mjs'], meters: 'tokens' };
    const flow = fixFlow({ doer, judge: NEVER_MET }, { maxPasses: 5, spendCap: { tokens: 10_000 } });
    const scene = sceneOf(flow, { ...FILES, 'agent.mjs': RECORDER });
    const where = copyOf(scene);
    // The notes are written at the start, behind number 0 and behind each pass, and before the next pass begins.
    const kill = { at: 5, when: 'after', only: 'notes.json' };
    const killed = await runProgram(armed(where, kill), runArgs(scene), KILL_POINT);
    expect(killed.signal).toBe('SIGKILL');
    const folder = folderOf(where);
    expect(passesOf(folder)).toEqual([1, 2, 3, 4]);
    expect(factsOf(folder, 'worker.turn').filter(({ step }) => step === 'act')).toHaveLength(3);
    expect(factsOf(folder, 'step.started').some(({ step, pass }) => step === 'act' && pass === 4)).toBe(false);

    const { code, stderr } = await runProgram(where, ['resume', 'latest', '--approve', 'any']);
    expect(code, stderr).toBe(3);
    expect(passesOf(folder)).toEqual([1, 2, 3, 4, 5]);
    const requests = readFileSync(join(where.root, '.converge/requests'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(requests.map(({ pass }) => pass)).toEqual([1, 2, 3, 4, 5]);
    const [fourth] = requests.filter(({ pass }) => pass === 4);
    expect(fourth.notes.filter((note: string) => note.startsWith('Pass'))).toEqual(
      [1, 2, 3].map((pass) => `Pass ${pass} (judge): Not yet.`),
    );
    expect(resultOf(folder)).toMatchObject({ reason: 'pass-cap', spend: { tokens: 1000, unknownTokens: 0 } });
    const spentInFour = factsOf(folder, 'worker.turn').filter(({ step, pass }) => step === 'act' && pass <= 4);
    expect(spentInFour).toHaveLength(4);
  });
});

describe('UL-29 a kill behind the last entry of a run', () => {
  it('loses no file: the resume says that it is over, and what stands beside the trace is there, the same', async () => {
    const scene = sceneOf(fixFlow({ doer: { use: 'scripted', turns: [repairs] } }), FILES);
    const [whole, cut] = [copyOf(scene), copyOf(scene)];
    expect((await runProgram(whole, runArgs(scene))).code).toBe(0);
    const kill = { at: 1, when: 'before', only: 'result.json' };
    expect((await runProgram(armed(cut, kill), runArgs(scene), KILL_POINT)).signal).toBe('SIGKILL');
    expect(eventsOf(folderOf(cut), 'run.ended')).toHaveLength(1);
    rmSync(join(folderOf(cut), 'notes.json'));
    const resumed = await runProgram(cut, ['resume', 'latest', '--approve', 'any']);
    expect([resumed.code, resumed.stderr.includes('(run-final)')]).toEqual([2, true]);
    const { run: _, startedAt: __, endedAt: ___, ...result } = resultOf(folderOf(cut));
    expect(resultOf(folderOf(whole))).toMatchObject(result);
    for (const name of ['notes.json', 'honesty-ledger.json']) {
      const texts = [whole, cut].map((where) => readFileSync(join(folderOf(where), name), 'utf8'));
      expect(texts[1], name).toBe(texts[0]);
    }
  });
});

describe('UL-29 a raise of a bound that was cut off', () => {
  it('behind any of the lines that it wrote first is made good by the next resume, which need not raise again', async () => {
    const scene = sceneOf(fixFlow({ doer: idle, judge: NEVER_MET }, { maxPasses: 1 }), FILES);
    const where = copyOf(scene);
    expect((await runProgram(where, runArgs(scene))).code).toBe(3);
    const before = linesOf(folderOf(where)).length;
    const raise = ['resume', 'latest', '--approve', 'any', '--raise', 'fix.maxPasses=2'];
    expect((await runProgram(where, raise)).code).toBe(3);
    const whole = linesOf(folderOf(where));
    expect(factsOf(folderOf(where), 'run.resumed')).toMatchObject([{ raised: { fix: { maxPasses: 2 } } }]);
    for (const lines of [before + 1, before + 2]) {
      writeLines(folderOf(where), whole.slice(0, lines));
      const { code, stderr } = await runProgram(where, ['resume', 'latest', '--approve', 'any']);
      expect(code, stderr).toBe(3);
      expect(passesOf(folderOf(where))).toEqual([1, 2]);
      expect(resultOf(folderOf(where))).toMatchObject({ reason: 'pass-cap', counters: { fix: { pass: 2, total: 2 } } });
    }
  });
});

describe('SH-14 a damaged third line of five', () => {
  it('hides only itself: the others are shown, a mark stands for it, the resume uses all four, looking changes nothing', async () => {
    const scene = sceneOf(fixFlow({ doer: idle, judge: NEVER_MET }, { maxPasses: 2 }), FILES);
    const where = copyOf(scene);
    const whole = await runProgram(where, runArgs(scene));
    expect(whole.code).toBe(3);
    const folder = folderOf(where);
    const passes = passesOf(folder);
    const five = linesOf(folder).slice(0, 5);
    writeLines(
      folder,
      five.map((line, index) => (index === 2 ? line.slice(0, 40) : line)),
    );
    const before = readFileSync(tracePath(folder));
    const shown = await runProgram(where, ['show', 'latest']);
    expect(shown.stdout).toContain('line 3 of the trace cannot be read');
    const listed = JSON.parse((await runProgram(where, ['list', '--json'])).stdout);
    expect(listed).toMatchObject([{ damaged: [3], outcome: 'interrupted' }]);
    expect(readFileSync(tracePath(folder)).equals(before)).toBe(true);

    const { code, stderr } = await runProgram(where, ['resume', 'latest', '--approve', 'any']);
    expect(code, stderr).toBe(3);
    expect(readFileSync(tracePath(folder)).subarray(0, before.length).equals(before)).toBe(true);
    expect(factsOf(folder, 'trace.repaired')).toMatchObject([{ lines: [3], tornBytes: 0 }]);
    expect(
      entriesOf(folder)
        .slice(0, 4)
        .map(({ seq }) => seq),
    ).toEqual([0, 1, 3, 4]);
    expect(passesOf(folder)).toEqual(passes);
    expect(existsSync(join(folder, 'result.json'))).toBe(true);
  });
});

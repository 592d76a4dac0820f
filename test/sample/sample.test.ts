import { afterAll, describe, expect, it } from 'vitest';
import { copySample, removeCopies, restoreTests, runTests, SAMPLE, testFiles } from './larder';
import { play, turnsOf } from './script';

const MIXED_NUMBERS = ['reads a mixed number', 'reads a mixed number before the unit', 'reads back what it wrote'];
const SHOPPING_UNITS = ['adds cups to millilitres', 'adds grams to kilograms'];

afterAll(removeCopies);

describe('the sample library', () => {
  it('is red before anybody works on it, for two faults in two files', async () => {
    const untouched = await runTests(copySample());
    expect(untouched.exit).not.toBe(0);
    expect(untouched.failed).toEqual([...MIXED_NUMBERS, ...SHOPPING_UNITS].sort());
    expect(untouched.passed.length).toBeGreaterThan(12);
  });

  it('has faults that do not hide each other: repairing one file leaves the tests of the other red', async () => {
    const repairs = turnsOf('act').flatMap((turn) => turn.edits ?? []);
    const failedAfter = async (file: string) => {
      const folder = copySample();
      const edits = repairs.filter((edit) => edit.path === file);
      expect(await play(folder, { step: 'act', pass: 1 }, [{ edits }])).toMatchObject({ status: 'ok' });
      return (await runTests(folder)).failed;
    };
    expect(await failedAfter('src/quantity.js')).toEqual(SHOPPING_UNITS);
    expect(await failedAfter('src/shopping.js')).toEqual(MIXED_NUMBERS);
  });
});

describe('the story of the scripted workers', () => {
  it('pass 1 claims a file in every attempt and changes none', async () => {
    const folder = copySample();
    for (const attempt of [1, 2]) {
      const turn = await play(folder, { step: 'act', pass: 1, attempt });
      expect(turn).toMatchObject({ status: 'ok', claims: { changedFiles: ['src/quantity.js'] } });
    }
    expect(await runTests(folder)).toEqual(await runTests(SAMPLE));
  });

  it('pass 2 repairs one fault and gets the rest green by loosening a test; the judge falls for it', async () => {
    const folder = copySample();
    await play(folder, { step: 'act', pass: 2 });
    const loosened = await runTests(folder);
    expect(loosened).toMatchObject({ exit: 0, failed: [] });
    expect(loosened.passed).toHaveLength(23);
    expect(await play(folder, { step: 'judge', pass: 2 })).toMatchObject({ structured: { goalMet: true } });

    const before = testFiles(SAMPLE);
    const changed = Object.entries(testFiles(folder)).filter(([name, bytes]) => before[name] !== bytes);
    expect(changed.map(([name]) => name)).toEqual(['shopping.test.js']);

    restoreTests(folder);
    expect((await runTests(folder)).failed).toEqual(SHOPPING_UNITS);
  });

  it('pass 3 puts the tests back byte for byte and is green with them', async () => {
    const folder = copySample();
    for (const pass of [1, 2, 3]) expect(await play(folder, { step: 'act', pass })).toMatchObject({ status: 'ok' });
    expect(testFiles(folder)).toEqual(testFiles(SAMPLE));
    const repaired = await runTests(folder);
    expect(repaired).toMatchObject({ exit: 0, failed: [] });
    expect(repaired.passed).toHaveLength(23);
    expect(await play(folder, { step: 'judge', pass: 3 })).toMatchObject({ structured: { goalMet: true } });
  });

  it('plays each turn twice to the same end, as after a kill', async () => {
    const once = copySample();
    const twice = copySample();
    for (const pass of [1, 2, 3]) {
      await play(once, { step: 'act', pass });
      for (const attempt of [1, 2]) {
        expect(await play(twice, { step: 'act', pass, attempt })).toMatchObject({ status: 'ok' });
      }
      expect(testFiles(twice)).toEqual(testFiles(once));
    }
    expect(await runTests(twice)).toEqual(await runTests(once));
  });

  it('claims exactly the files that it edits from pass 2 on', () => {
    for (const turn of turnsOf('act').filter(({ pass = 0 }) => pass > 1)) {
      const edited = [...new Set(turn.edits?.map((edit) => edit.path))];
      expect([...(turn.claims?.changedFiles ?? [])].sort()).toEqual(edited.sort());
    }
  });

  it('costs nothing: every turn is free', async () => {
    const folder = copySample();
    for (const pass of [1, 2, 3]) {
      expect((await play(folder, { step: 'act', pass })).usage).toEqual({ state: 'free' });
      expect((await play(folder, { step: 'judge', pass })).usage).toEqual({ state: 'free' });
    }
  });

  it('has a judge whose marker and lesson are new in each pass', () => {
    const turns = turnsOf('judge').map((turn) => turn.structured);
    expect(turns).toHaveLength(3);
    for (const part of ['marker', 'lesson']) {
      expect(new Set(turns.map((turn) => JSON.stringify(Object(turn)[part]))).size).toBe(3);
    }
  });
});

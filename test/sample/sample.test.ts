import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { copySample, removeCopies, restoreTests, runTests, SAMPLE, testFiles } from './larder';
import { play, readTurns, turnOf } from './script';

const implementer = readTurns(join(SAMPLE, '.converge/workers/implementer.json'));
const reviewer = readTurns(join(SAMPLE, '.converge/workers/reviewer.json'));
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
    const repairs = [...(turnOf(implementer, 2).edits ?? []), ...(turnOf(implementer, 3).edits ?? [])];
    const only = async (file: string) => {
      const folder = copySample();
      play(folder, { ...turnOf(implementer, 2), edits: repairs.filter((edit) => edit.path === file) });
      return (await runTests(folder)).failed;
    };
    expect(await only('src/quantity.js')).toEqual(SHOPPING_UNITS);
    expect(await only('src/shopping.js')).toEqual(MIXED_NUMBERS);
  });
});

describe('the story of the scripted workers', () => {
  it('pass 1 claims a file in every attempt and changes none', () => {
    for (const attempt of [1, 2]) {
      const turn = turnOf(implementer, 1, attempt);
      expect(turn.claims?.changedFiles).toEqual(['src/quantity.js']);
      expect(turn.edits ?? []).toEqual([]);
    }
  });

  it('pass 2 repairs one fault and gets the rest green by loosening a test; the judge falls for it', async () => {
    const folder = copySample();
    play(folder, turnOf(implementer, 2));
    const loosened = await runTests(folder);
    expect(loosened).toMatchObject({ exit: 0, failed: [] });
    expect(turnOf(reviewer, 2).structured?.goalMet).toBe(true);

    const before = testFiles(SAMPLE);
    const changed = Object.entries(testFiles(folder)).filter(([name, bytes]) => before[name] !== bytes);
    expect(changed.map(([name]) => name)).toEqual(['shopping.test.js']);
    expect(loosened.passed).toHaveLength(23);

    restoreTests(folder);
    expect((await runTests(folder)).failed).toEqual(SHOPPING_UNITS);
  });

  it('pass 3 puts the tests back byte for byte and is green with them', async () => {
    const folder = copySample();
    for (const pass of [1, 2, 3]) play(folder, turnOf(implementer, pass));
    expect(testFiles(folder)).toEqual(testFiles(SAMPLE));
    const repaired = await runTests(folder);
    expect(repaired).toMatchObject({ exit: 0, failed: [] });
    expect(repaired.passed).toHaveLength(23);
    expect(turnOf(reviewer, 3).structured?.goalMet).toBe(true);
  });

  it('claims exactly the files that it edits from pass 2 on', () => {
    for (const pass of [2, 3]) {
      const turn = turnOf(implementer, pass);
      expect(turn.claims?.changedFiles).toEqual([...new Set(turn.edits?.map((edit) => edit.path))].sort());
    }
  });

  it('has edits that can be told from undone ones, so that a turn that was cut off can be played again', () => {
    for (const { edits = [] } of implementer) {
      for (const { replace } of edits) expect(replace[1]).not.toContain(replace[0]);
    }
  });

  it('leaves a different marker in each pass: it is progress', () => {
    const markers = reviewer.map((turn) => JSON.stringify(turn.structured?.marker));
    expect(new Set(markers).size).toBe(markers.length);
  });
});

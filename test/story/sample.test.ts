import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { withProgram } from '../cli/program';
import type { Where } from '../crash/program';
import { runProgram } from '../crash/program';
import { copyOf, removeScenes, runArgs, runFolder } from '../crash/scene';
import { sampleScene } from '../crash/scenes';
import { eventsOf, latchesOf, passesOf, resultOf } from '../crash/trace';

withProgram();
afterAll(removeScenes);

/** A copy of the sample: its flow as text, its workers' turns as data, changed or not. */
async function ran(change: { readonly flow?: (text: string) => string; readonly scripts?: Scripts } = {}) {
  const scene = sampleScene(change.flow ?? ((text) => text));
  const where = copyOf(scene);
  for (const [name, turns] of Object.entries(change.scripts ?? {})) writeScript(where, name, turns);
  const { code, stdout, stderr } = await runProgram(where, runArgs(scene));
  const folder = runFolder(where) ?? '';
  return { code, stdout, stderr, folder, result: resultOf(folder) };
}

type Scripts = Readonly<Record<string, readonly object[]>>;

const writeScript = ({ root }: Where, name: string, turns: readonly object[]): void =>
  writeFileSync(join(root, `.converge/workers/${name}.json`), JSON.stringify({ turns }));

const idle = { text: 'I looked at it.' };
const met = (pass: number) => ({ pass, structured: { goalMet: true, lesson: 'All is done.', marker: pass } });
const metAlways = [1, 2, 3, 4, 5].map(met);

describe('the sample, as it comes', { timeout: 120_000 }, () => {
  it('three passes; both latches open and clear; complete on evidence; exit 0', async () => {
    const { code, stdout, stderr, folder, result } = await ran();
    expect(code, stderr).toBe(0);
    expect(passesOf(folder)).toEqual([1, 2, 3]);
    // What is blamed for the drift of pass 2 does not clear in it.
    expect(latchesOf(folder)).toEqual(['frozen:fix opened 2, cleared 3', 'step:act opened 1, cleared 3']);
    expect(result).toMatchObject({ outcome: 'complete', reason: null, confirmed: 'evidence', openLatches: [] });
    for (const pass of [1, 2, 3]) expect(stdout).toContain(`pass ${pass} started`);
  });
});

describe('the sample, changed', { timeout: 120_000 }, () => {
  it('UL-19 a worker that never repairs: stopped with pass-cap', async () => {
    const { code, result } = await ran({ scripts: { implementer: [idle], reviewer: metAlways } });
    expect(code).toBe(3);
    expect(result).toMatchObject({ outcome: 'stopped', reason: 'pass-cap', counters: { fix: { pass: 5 } } });
  });

  it('UL-10 a judge that says met over red tests is blocked each time', async () => {
    const { folder, stdout } = await ran({ scripts: { implementer: [idle], reviewer: metAlways } });
    const weighed = eventsOf(folder, 'claim.weighed');
    expect(weighed.map(({ proposed, confirmed }) => [proposed, confirmed])).toEqual(Array(5).fill(['met', false]));
    for (const { terms } of weighed) {
      expect(terms.find(({ term }) => term === 'verified:verify')).toMatchObject({ ok: false });
    }
    expect(stdout).not.toContain('engine decided: confirmed');
  });

  it('UL-21 a cap in dollars and a worker that reports nothing: spend-unproven', async () => {
    const script = JSON.parse(readFileSync('media/sample/.converge/workers/implementer.json', 'utf8'));
    const turns = script.turns.map((turn: object) => ({ ...turn, usage: 'absent' }));
    const flow = (text: string) => text.replace('"maxPasses": 5,', '"maxPasses": 5, "spendCap": { "usd": 2 },');
    const { code, result, folder } = await ran({ flow, scripts: { implementer: turns } });
    expect(code).toBe(3);
    expect(result).toMatchObject({ outcome: 'stopped', reason: 'spend-unproven', spend: { usd: 0 } });
    expect(result.spend.unknownUsd).toBeGreaterThan(0);
    expect(passesOf(folder)).toEqual([1]);
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunResult } from '../../engine/run/state';
import type { Decision } from '../../engine/trace/decision';
import type { Entry } from '../../engine/trace/entry';
import { withProgram } from '../cli/program';
import { runProgram } from '../crash/program';
import { inLanes } from '../lanes';
import type { Ending, PassSeen } from './ending';
import { endingOf } from './ending';
import type { Story } from './repositories';
import { storyOf } from './repositories';
import { FLOW_PATH, makeWorkspace } from './workspace';

withProgram();

/** `CONVERGE_SEED` plays the stories from another seed on, `CONVERGE_STORIES` more of them. */
const FIRST = Number(process.env.CONVERGE_SEED ?? 1);
const STORIES = Number(process.env.CONVERGE_STORIES ?? 15);
const SEEDS = chosen(
  Array.from({ length: Math.max(50, STORIES) }, (_, index) => FIRST + index),
  STORIES,
);
const EXIT = { complete: 0, stopped: 3 } as const;

interface Played {
  readonly code: number | null;
  readonly stderr: string;
  readonly entries: readonly Entry[];
  /** The last line of the program, and the file. */
  readonly said: RunResult;
  readonly written: RunResult;
  readonly trace: readonly Entry[];
  readonly ledger: { readonly open: readonly { readonly id: string }[] };
  readonly touched: readonly string[];
  readonly files: Readonly<Record<string, string>>;
}

async function play(story: Story): Promise<Played> {
  const workspace = makeWorkspace(story);
  try {
    const args = ['run', FLOW_PATH, '--mode', 'autonomous', '--approve', 'any', '--json'];
    const { code, stdout, stderr } = await runProgram(workspace, args);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const said = lines.pop();
    if (said?.type !== 'result') throw new Error(`no result: ${JSON.stringify(said)} ${stderr}`);
    const read = (name: string) => JSON.parse(readFileSync(join(said.folder, name), 'utf8'));
    const paths = Object.keys({ ...story.files, ...story.passes.at(-1)?.turns.at(-1)?.files });
    return {
      ...{ code, stderr, entries: lines, said, written: read('result.json'), ledger: read('honesty-ledger.json') },
      trace: readFileSync(join(said.folder, 'trace.ndjson'), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
      touched: workspace.touched(),
      files: workspace.files(paths),
    };
  } finally {
    workspace.remove();
  }
}

const eventsOf = <T extends Decision['type']>(played: Played, type: T): readonly Extract<Decision, { type: T }>[] =>
  played.trace
    .flatMap((entry) => (entry.type === 'commit' ? entry.events : []))
    .filter((event): event is Extract<Decision, { type: T }> => event.type === type);

/** Which latches are open behind each pass, from what was decided. */
function openBehind(played: Played): ReadonlyMap<number, ReadonlySet<string>> {
  const open = new Set<string>();
  const behind = new Map<number, ReadonlySet<string>>();
  for (const event of played.trace.flatMap((entry) => (entry.type === 'commit' ? entry.events : []))) {
    if (event.type === 'latch.opened') open.add(event.latch.id);
    if (event.type === 'latch.cleared') {
      expect(open.delete(event.latch), `${event.latch} cleared but not open`).toBe(true);
    }
    if (event.type === 'pass.ended') behind.set(event.pass, new Set(open));
  }
  return behind;
}

function checkEnding(story: Story, ending: Ending, played: Played): void {
  const { written } = played;
  expect({ outcome: written.outcome, reason: written.reason }, written.why).toEqual({
    outcome: ending.outcome,
    reason: ending.reason,
  });
  expect(played.code, played.stderr).toBe(EXIT[ending.outcome]);
  expect(written.confirmed).toBe(ending.outcome === 'complete' ? 'evidence' : 'none');
  expect(written.counters.fix).toMatchObject({ pass: ending.passes.length, total: ending.passes.length });
  expect(written.spend).toMatchObject({ tokens: ending.tokens });
  expect(played.files).toEqual(ending.files);
  if (ending.outcome === 'complete') expect(played.files).toMatchObject({ ...story.files, ...story.repaired });
}

function checkRecord(story: Story, ending: Ending, played: Played): void {
  const { folder: _, type: __, ...said } = played.said as RunResult & { folder: string; type: string };
  expect(said).toEqual(played.written);
  expect(played.entries).toEqual(played.trace);
  expect(played.trace.map(({ seq }) => seq)).toEqual(played.trace.map((_, index) => index));
  const numbers = ending.passes.map((_, index) => index + 1);
  for (const type of ['pass.started', 'pass.ended', 'claim.weighed'] as const) {
    expect(
      eventsOf(played, type).map(({ pass }) => pass),
      type,
    ).toEqual(numbers);
  }
  expect(eventsOf(played, 'claim.weighed').map(({ confirmed }) => confirmed)).toEqual(
    numbers.map((pass) => ending.outcome === 'complete' && pass === numbers.length),
  );
  expect(eventsOf(played, 'run.ended')).toHaveLength(1);
  expect(numbers.length).toBeLessThanOrEqual(story.maxPasses);
  const red = Object.entries(story.repaired).some(([path, text]) => story.files[path] !== text);
  expect(eventsOf(played, 'loop.entered')[0]?.baseline.verifications.verify?.clean).toBe(!red);
}

function checkLatches(story: Story, ending: Ending, played: Played): void {
  const behind = openBehind(played);
  const last = [...(behind.get(ending.passes.length) ?? [])].sort();
  expect(played.written.openLatches.map(({ id }) => id).sort()).toEqual(last);
  expect(played.ledger.open.map(({ id }) => id).sort()).toEqual(last);
  if (ending.outcome === 'complete') expect(last).toEqual([]);
  for (const [index, seen] of ending.passes.entries()) {
    const open = behind.get(index + 1) ?? new Set();
    const where = `pass ${index + 1}`;
    if (story.frozen.length > 0) {
      const frozen = seen.testsTouched || (story.frozen.includes('package.json') && seen.scriptTouched);
      expect(open.has('frozen:fix'), `${where}: a frozen path differs`).toBe(frozen);
    }
    if (story.command[0] === 'npm') {
      expect(open.has('definition:fix'), `${where}: package.json differs`).toBe(seen.scriptTouched);
    }
    if (seen.act === 'did-not') expect(open.has('step:act'), `${where}: the work did not hold`).toBe(true);
    if (seen.act === 'did' && !seen.testsTouched && !seen.scriptTouched) {
      expect(open.has('step:act'), `${where}: the work held`).toBe(false);
    }
  }
}

function checkEvidence(ending: Ending, played: Played): void {
  for (const [index, { green }] of ending.passes.entries()) {
    if (green === undefined) continue;
    const verified = eventsOf(played, 'step.done').filter(({ step, pass }) => step === 'verify' && pass === index + 1);
    for (const { result } of verified)
      expect(result, `pass ${index + 1}`).toMatchObject({ kind: 'verify', clean: green });
    expect(verified.length).toBeGreaterThan(0);
  }
}

describe('Fix Until Green over made-up repositories', () => {
  let played: ReadonlyMap<number, Promise<Played>> = new Map();
  beforeAll(() => {
    played = inLanes(SEEDS, 2, (seed) => play(storyOf(seed)));
  });
  afterAll(() => Promise.allSettled(played.values()));

  it.each(SEEDS)('UL-09 UL-10 UL-13 UL-18 UL-19 seed %i ends as it must', { timeout: 300_000 }, async (seed) => {
    const story = storyOf(seed);
    const ending = endingOf(story);
    const one = await played.get(seed);
    if (one === undefined) throw new Error('not played');
    checkEnding(story, ending, one);
    checkRecord(story, ending, one);
    checkLatches(story, ending, one);
    checkEvidence(ending, one);
    expect(one.touched, 'SH-26 the person’s own work').toEqual([]);
  });

  it('the stories tell of every ending, and each guard stands alone in the way of one', () => {
    const endings = SEEDS.map((seed) => endingOf(storyOf(seed)));
    const kinds = new Set(endings.map(({ outcome, reason }) => reason ?? outcome));
    expect([...kinds].sort()).toEqual(['complete', 'no-progress', 'pass-cap', 'spend-cap', 'spend-unproven']);
    const complete = endings.filter(({ outcome }) => outcome === 'complete');
    expect(complete.length).toBeGreaterThanOrEqual(SEEDS.length / 5);
    expect(complete.some(({ passes }) => passes.some(({ act }) => act === 'did-not'))).toBe(true);
    expect(complete.some(({ passes }) => passes.some(({ testsTouched }) => testsTouched))).toBe(true);
    const alone = new Set(endings.flatMap(({ passes }) => passes.flatMap(inTheWay)));
    expect([...alone].sort()).toEqual(['a red suite', 'the judge', 'the script', 'the tests', 'the work']);
  });
});

/** So many of the seeds: those first that show a kind of ending or of guard which none before them has shown. */
function chosen(seeds: readonly number[], most: number): readonly number[] {
  const shown = new Set<string>();
  const first = seeds.filter((seed) => {
    const fresh = kindsOf(endingOf(storyOf(seed))).filter((kind) => !shown.has(kind));
    for (const kind of fresh) shown.add(kind);
    return fresh.length > 0;
  });
  return [...new Set([...first, ...seeds])].slice(0, most).sort((a, b) => a - b);
}

function kindsOf({ outcome, reason, passes }: Ending): readonly string[] {
  const on = reason ?? outcome;
  return [
    on,
    ...passes.flatMap(inTheWay),
    ...passes.flatMap(({ act, testsTouched }) => [`${on} ${act}`, ...(testsTouched ? [`${on} over tests`] : [])]),
  ];
}

/** What alone kept a pass from being complete. */
function inTheWay(seen: PassSeen): readonly string[] {
  const all = [
    ...(seen.act === 'did' ? [] : ['the work']),
    ...(seen.repaired ? [] : ['a red suite']),
    ...(seen.testsTouched ? ['the tests'] : []),
    ...(seen.scriptTouched ? ['the script'] : []),
    ...(seen.act === 'did' && !seen.saidMet ? ['the judge'] : []),
  ];
  return all.length === 1 ? all : [];
}

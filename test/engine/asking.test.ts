import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../engine/json';
import { nextDue } from '../../engine/run/nextDue';
import type { RunState } from '../../engine/run/state';
import { openAsks } from '../../engine/run/state';
import { refusalOf } from '../../engine/runner/acts';
import { entries, events, facts, flowOf, readState, resume, run } from '../fakes/runs';
import type { World } from '../fakes/world';
import { world } from '../fakes/world';

const ask = (more: JsonObject = {}): JsonObject => ({
  kind: 'ask',
  question: 'Ship it?',
  choices: ['yes', 'no'],
  routes: { yes: 'act', no: '@handoff' },
  ...more,
});
const act: JsonObject = { kind: 'work', worker: 'doer', prompt: 'Do it.', next: '@complete' };
const flow = (start: string | readonly string[], steps: JsonObject) =>
  flowOf({ converge: 1, id: 'asking', start, steps });

/**
 * A world whose clock ends what never parks: a run that looks at it without end would hang the tests.
 */
function asked(play = () => ({ text: 'done' }), flows: Parameters<typeof world>[0]['flows'] = {}): World {
  const made = world({ workers: { doer: play }, flows });
  const { now } = made.clock;
  let looks = 0;
  made.clock.now = () => {
    if (++looks > 5000) throw new Error('the run does not park');
    return now();
  };
  return made;
}

type Answer = readonly [ask: string, choice: string];
const answering = (flow: Parameters<typeof resume>[0], made: World, ...answers: readonly Answer[]) =>
  resume(flow, made, {
    onStart: (driving) => {
      for (const [id, choice] of answers) driving.send({ do: 'answer', ask: id, choice }, 'ann');
    },
  });
const open = (state: RunState) => openAsks(state).map(({ id }) => id);
const done = (made: World) => events(made, 'step.done').map(({ step, outcome }) => `${step} ${outcome}`);

describe('a question', () => {
  const one = flow('ok', { ok: ask(), act });

  it('AF-31 parks the run: the question with its choices, the same frontier, and no result', async () => {
    const made = asked();
    const state = await run(one, made);
    expect(state).toMatchObject({ end: null, frontier: [{ step: 'ok', visit: 1 }], steps: {}, reached: [] });
    expect(state.asks).toMatchObject({ 'ok.1': { question: 'Ship it?', choices: ['yes', 'no'], answer: null } });
    expect(nextDue(state)).toBe(null);
    expect(readState(made)).toEqual(state);
    expect(made.requests).toHaveLength(0);
  });

  it('AF-32 answered in a new process, the run goes on with that answer', async () => {
    const [yes, no] = [asked(), asked()];
    for (const made of [yes, no]) await run(one, made);
    expect((await answering(one, yes, ['ok.1', 'yes'])).end?.outcome).toBe('complete');
    expect((await answering(one, no, ['ok.1', 'no'])).end?.outcome).toBe('handoff');
    expect([done(yes), done(no)]).toEqual([['ok yes', 'act done'], ['ok no']]);
    expect(events(yes, 'ask.answered')).toMatchObject([{ ask: 'ok.1', choice: 'yes', by: 'ann' }]);
  });

  it('AF-33 asked again it is another question: each gets its own answer', async () => {
    const twice = flow('first', {
      first: ask({ routes: { yes: 'second', no: '@stop' } }),
      second: ask({ routes: { yes: 'first', no: '@handoff' } }),
    });
    const made = asked();
    await run(twice, made);
    expect(open(await answering(twice, made, ['first.1', 'yes']))).toEqual(['second.1']);
    // The answer of the question before does not answer this one.
    expect(open(await answering(twice, made, ['first.1', 'no']))).toEqual(['second.1']);
    expect(open(await answering(twice, made, ['second.1', 'yes']))).toEqual(['first.2']);
    expect((await answering(twice, made, ['first.2', 'no'])).end?.outcome).toBe('stopped');
    expect(done(made)).toEqual(['first yes', 'second yes', 'first no']);
  });

  it('EN-17 what is no choice of it, or has no such id, is no answer; it stands in the trace', async () => {
    const made = asked();
    const parked = await run(one, made);
    const wrong: readonly Answer[] = [
      ['ok.1', 'maybe'],
      ['ok.1', 'Yes'],
      ['ok', 'yes'],
      ['ok.2', 'yes'],
    ];
    expect(open(await answering(one, made, ...wrong))).toEqual(['ok.1']);
    expect(events(made, 'ask.answered')).toEqual([]);
    expect(facts(made, 'control')).toHaveLength(4);
    for (const [id, choice] of wrong) {
      expect(refusalOf({ do: 'answer', ask: id, choice }, parked)).toMatchObject({ code: 'not-waiting' });
    }
    expect(refusalOf({ do: 'answer', ask: 'ok.1', choice: 'yes' }, parked)).toBe(null);
    expect((await answering(one, made, ['ok.1', 'yes'], ['ok.1', 'no'])).end?.outcome).toBe('complete');
  });

  it('AF-48 an answer to a run that asks nothing is refused, and changes nothing where it comes all the same', async () => {
    const working = flow('act', { act });
    const made = asked();
    const ended = await run(working, made, {
      onStart: (driving) => driving.send({ do: 'answer', ask: 'ok.1', choice: 'yes' }, 'ann'),
    });
    expect(ended.end?.outcome).toBe('complete');
    expect(events(made, 'ask.answered')).toEqual([]);
    expect(refusalOf({ do: 'answer', ask: 'ok.1', choice: 'yes' }, ended)).not.toBe(null);
  });
});

describe('several questions at once', () => {
  const routes = { yes: 'both', no: '@stop' };
  const two = flow(['first', 'second', 'act'], {
    first: ask({ routes }),
    second: ask({ routes }),
    act: { ...act, next: 'both' },
    both: { kind: 'join', next: '@complete' },
  });

  it('AF-34 EN-17 both are listed with their ids, and each answer is bound to one', async () => {
    const made = asked();
    expect(open(await run(two, made))).toEqual(['first.1', 'second.1']);
    const half = await answering(two, made, ['second.1', 'yes']);
    expect(open(half)).toEqual(['first.1']);
    expect(half.steps).toEqual({});
    const state = await answering(two, made, ['first.1', 'yes']);
    expect(state.end?.outcome).toBe('complete');
    expect(events(made, 'ask.answered').map(({ ask: id, choice }) => `${id} ${choice}`)).toEqual([
      'second.1 yes',
      'first.1 yes',
    ]);
  });

  it('AF-35 a sibling that finished is not executed again, however often the run parks', async () => {
    const made = asked();
    await run(two, made);
    await answering(two, made, ['first.1', 'yes']);
    await answering(two, made);
    await answering(two, made, ['second.1', 'yes']);
    expect(made.requests).toHaveLength(1);
    expect(done(made)).toEqual(['first yes', 'second yes', 'act done', 'both joined']);
  });

  it('AF-34 answers that come at once are all taken before the run goes on', async () => {
    const made = asked();
    await run(two, made);
    expect((await answering(two, made, ['second.1', 'yes'], ['first.1', 'yes'])).end?.outcome).toBe('complete');
  });
});

describe('a question with a deadline and a default', () => {
  const timed = flow(['first', 'second'], {
    first: ask({ routes: { yes: 'both', no: 'both' }, deadline: '1h', default: 'no' }),
    second: ask({ routes: { yes: 'both', no: 'both' } }),
    both: { kind: 'join', next: '@complete' },
  });
  const alone = flow('ok', { ok: ask({ deadline: '1h', default: 'no' }), act });

  it('SH-23 is due at one absolute instant; then the default is taken, by no person', async () => {
    const made = asked();
    const state = await run(alone, made);
    expect(nextDue(state)).toBe(new Date(made.clock.now() + 3_600_000).toISOString());
    made.turn(3_599_999);
    expect(open(await resume(alone, made))).toEqual(['ok.1']);
    made.turn(1);
    expect((await resume(alone, made)).end?.outcome).toBe('handoff');
  });

  it('an answer before it counts, and one behind it comes too late', async () => {
    const made = asked();
    await run(alone, made);
    expect((await answering(alone, made, ['ok.1', 'yes'])).end?.outcome).toBe('complete');
  });

  it('SH-23 beside one without a default it neither spins nor ends: only the person is waited for', async () => {
    const made = asked();
    await run(timed, made);
    made.turn(2 * 3_600_000);
    const state = await resume(timed, made);
    expect(state.end).toBe(null);
    const commits = entries(made).filter(({ type }) => type === 'commit').length;
    await resume(timed, made);
    expect(entries(made).filter(({ type }) => type === 'commit')).toHaveLength(commits);
    expect(nextDue(state)).toBe(null);
    expect((await answering(timed, made, ['second.1', 'yes'])).end?.outcome).toBe('complete');
    expect(done(made)).toEqual(['first no', 'second yes', 'both joined']);
  });
});

describe('a question in a called flow', () => {
  const inner = flow('ok', { ok: ask({ routes: { yes: 'act', no: '@stop' } }), act });
  const outer = flow('call', { call: { kind: 'call', flow: 'asking', next: '@complete' } });

  it('AF-36 parks its caller; its answer lets both go on', async () => {
    const made = asked(undefined, { asking: { flow: inner, hash: 'h' } });
    const state = await run(outer, made);
    expect(state).toMatchObject({ end: null, frontier: [{ step: 'call', visit: 1 }], steps: {} });
    expect(open(state)).toEqual(['call.1/ok.1']);
    expect(open(await answering(outer, made, ['ok.1', 'yes']))).toEqual(['call.1/ok.1']);
    expect((await answering(outer, made, ['call.1/ok.1', 'yes'])).end?.outcome).toBe('complete');
    expect(done(made)).toEqual(['ok yes', 'act done', 'call complete']);
  });
});

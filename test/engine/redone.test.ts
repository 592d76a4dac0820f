import { describe, expect, it } from 'vitest';
import type { Redone } from '../../engine/run/redone';
import { redoneBy } from '../../engine/run/redone';
import type { Entry } from '../../engine/trace/entry';
import { byFile, met, passes } from '../fakes/plays';
import { entries, fixFlow, flowOf, readState, resume, run } from '../fakes/runs';
import type { World } from '../fakes/world';
import { Crash, world } from '../fakes/world';

/** Lies once, then repairs: attempts, an early end or a second pass, checks. */
const story = (): World =>
  world({
    files: { 'a.js': 'bad', 'test/a': 'strict' },
    workers: {
      implementer: (request, files) => {
        if (request.pass > 1) files.set('a.js', 'good');
        return { claims: ['a.js'] };
      },
      reviewer: met,
    },
    check: byFile,
  });
const flow = fixFlow({ act: { attempts: 2, check: { changedOnDisk: 'claimed' } } });

/** The first thing that a resume did with a visit: started it (so many attempts in), decided it, or ended the pass. */
function didWith(after: readonly Entry[], { within, step, visit, how }: Redone): string {
  for (const entry of after) {
    if (how === 'end-pass') {
      if (entry.type === 'step.started' && entry.kind !== 'verify') return `began ${entry.step}`;
      if (entry.type === 'commit' && entry.events.some((each) => each.type === 'pass.ended')) return 'ended the pass';
      continue;
    }
    if ('within' in entry && (entry.within ?? '') !== within) continue;
    if (entry.type === 'step.started' && entry.step === step && entry.visit === visit)
      return `began attempt ${entry.attempt}`;
    const done = (each: object) => 'type' in each && each.type === 'step.done' && 'step' in each && each.step === step;
    if (entry.type === 'commit' && entry.events.some(done)) return 'decided';
  }
  return 'nothing';
}

const promised = ({ how, attempt }: Redone): RegExp => {
  switch (how) {
    case 'kept':
      return /^decided$/;
    case 'turn':
      return new RegExp(`^began attempt ${attempt}$`);
    case 'anew':
    case 'first':
      return /^began attempt 1$|^decided$/;
    case 'end-pass':
      return /^ended the pass$/;
  }
};

describe('what a resume does again', () => {
  it('UL-29 is told before it as the engine then does it, wherever a run is cut off', async () => {
    const uncut = story();
    await run(flow, uncut);
    expect(passes(uncut).length).toBeGreaterThan(1);
    const seen = new Set<string>();
    for (let at = 2; at <= uncut.appends.count; at++) {
      const cut = story();
      cut.crash = (when, append) => {
        if (append === at && when === 'after') throw new Crash();
      };
      await run(flow, cut).catch((thrown) => {
        if (!(thrown instanceof Crash)) throw thrown;
      });
      cut.crash = null;
      const state = readState(cut);
      const told = redoneBy(state);
      if (state.end !== null) {
        expect(told).toEqual([]);
        continue;
      }
      const before = entries(cut).length;
      await resume(flow, cut);
      const after = entries(cut).slice(before);
      for (const each of told) {
        seen.add(each.how);
        expect(didWith(after, each), `${each.how} ${each.step}, cut after append ${at}`).toMatch(promised(each));
      }
    }
    expect([...seen].sort()).toEqual(['anew', 'end-pass', 'first', 'turn']);
  });

  it('what had finished beside something that had not is kept', async () => {
    const fan = flowOf({
      converge: 1,
      id: 'fan',
      start: ['left', 'right'],
      steps: {
        left: { kind: 'work', worker: 'implementer', prompt: 'One.', next: 'both' },
        right: { kind: 'work', worker: 'reviewer', prompt: 'Two.', next: 'both' },
        both: { kind: 'join', next: '@complete' },
      },
    });
    const cut = world({ files: {}, workers: { implementer: () => ({}), reviewer: () => ({}) }, check: byFile });
    await run(fan, cut);
    const finished = entries(cut).findIndex((entry) => entry.type === 'step.finished');
    cut.lines.splice(finished + 1);
    const told = redoneBy(readState(cut)).map(({ step, how, attempt }) => `${step} ${how} ${attempt}`);
    expect(told).toEqual(['left kept 0', 'right turn 1']);
    const before = entries(cut).length;
    await resume(fan, cut);
    const again = entries(cut).slice(before);
    expect(again.filter((entry) => entry.type === 'step.started' && entry.step === 'left')).toEqual([]);
  });

  it('is nothing of a run that has ended, and not what waits for a person', async () => {
    const asking = flowOf({
      converge: 1,
      id: 'asks',
      start: 'sure',
      steps: { sure: { kind: 'ask', question: 'Go on?', choices: ['yes'], routes: { yes: '@handoff' } } },
    });
    const made = world({ files: {}, workers: {}, check: byFile });
    expect(redoneBy(await run(asking, made))).toEqual([]);
    const done = story();
    expect(redoneBy(await run(flow, done))).toEqual([]);
  });
});

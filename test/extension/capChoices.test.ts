import { describe, expect, it } from 'vitest';
import { EMPTY_HISTORY } from '../../engine/run/history';
import type { RunState } from '../../engine/run/state';
import { EMPTY_STATE } from '../../engine/run/state';
import type { CapChoice } from '../../extension/capChoices';
import { capChoices, readCap } from '../../extension/capChoices';
import type { RunView } from '../../extension/rows/runView';
import { fixFlow } from '../fakes/runs';

const flow = fixFlow({ loop: { spendCap: { usd: 2 } }, flow: { budget: { minutes: 30 } } });
const head = { run: 'r', flow: { id: 'fix', hash: '', path: '' }, mode: 'autonomous', goal: '', fence: 1 } as const;
const run = (more: Partial<RunState> = {}): RunView => ({
  id: 'r',
  folder: '/r',
  state: { ...EMPTY_STATE, head: { ...head, startedAt: '', raised: {} }, ...more },
  history: EMPTY_HISTORY,
  flow,
  held: true,
});
const ended = { end: { outcome: 'stopped', reason: 'pass-cap', confirmed: 'none', why: '', failure: null } } as const;
const passes: CapChoice = { loop: 'fix', cap: 'maxPasses', now: 5 };

describe('the caps of a run that a person can change', () => {
  it('are those of its loops and of its budget, each as it is in force', () => {
    const raised = { fix: { maxPasses: 9 } };
    const choices = capChoices(run({ head: { ...head, startedAt: '', raised } }));
    expect(choices.map(({ loop, cap, now }) => `${loop}.${cap} ${now}`)).toEqual([
      'fix.maxPasses 9',
      'fix.usd 2',
      'fix.tokens null',
      'fix.noProgressCeiling null',
      'budget.usd null',
      'budget.tokens null',
      'budget.minutes 30',
      'budget.superSteps 1000',
    ]);
  });

  it('are only those that are set once the run has ended: nothing else can be raised', () => {
    expect(capChoices(run(ended)).map(({ cap }) => cap)).toEqual(['maxPasses', 'usd', 'minutes', 'superSteps']);
  });

  it('are read as their kind of number, lower ones too while the run goes on', () => {
    const act = { do: 'caps', loop: 'fix', caps: { maxPasses: 2 } };
    expect(readCap(run(), passes, '2')).toEqual({ ok: true, act });
    const minutes: CapChoice = { loop: 'budget', cap: 'minutes', now: 30 };
    expect(readCap(run(), minutes, '0.5')).toMatchObject({ ok: true, act: { caps: { minutes: 0.5 } } });
    for (const text of ['', 'two', '0', '-1', '1.5']) expect(readCap(run(), passes, text).ok, text).toBe(false);
  });

  it('are only raised once the run has ended', () => {
    expect(readCap(run(ended), passes, '5')).toEqual({ ok: false, above: 5 });
    expect(readCap(run(ended), passes, '6').ok).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import type { LoopInbox } from '../../engine/ports';
import type { PromptParts } from '../../engine/steps/prompt';
import { promptText } from '../../engine/steps/prompt';

const parts: PromptParts = {
  goal: '',
  task: 'Do it.',
  reads: {},
  notes: [],
  steers: [],
  failures: [],
  pass: 0,
  loops: {},
  frozen: [],
  answer: '',
  fence: 'f',
};
const inbox: LoopInbox = {
  batch: 2,
  iteration: 1,
  total: 4,
  remaining: 2,
  members: ['revise', 'assess'],
  entry: 'revise',
  tail: 'assess',
  exitTo: 'main',
  maxIterations: 3,
};

describe('the text that an agent gets', () => {
  it('is the task alone where there is nothing else to say', () => {
    expect(promptText(parts)).toBe('Task: Do it.');
  });

  it('SE-33 says where a loop group is, that a baseline is one, and why control was handed over', () => {
    const said = (more: Partial<LoopInbox>) => promptText({ ...parts, loops: { refine: { ...inbox, ...more } } });
    expect(said({})).toContain('Loop "refine": batch 2, iteration 1 of 3, number 4 in all.');
    expect(said({})).not.toContain('The batch');
    expect(said({ batch: 0, iteration: 0, total: 0 })).toContain('the baseline, number 0');
    expect(said({ reason: 'loop-limit' })).toContain('The batch is used up.');
    expect(said({ reason: 'condition' })).toContain('its condition is true');
  });

  it('hands on the key of an effect', () => {
    expect(promptText({ ...parts, effectKey: 'k-1' })).toContain('against doubles: k-1');
    expect(promptText(parts)).not.toContain('key');
  });
});

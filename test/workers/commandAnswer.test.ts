import { describe, expect, it } from 'vitest';
import type { Json } from '../../engine/json';
import { classifyCommand } from '../../engine/node/workers/programs/commandAnswer';
import { fc } from '../fc';

const exited = (exit: number) => ({ status: 'exited', exit }) as const;
const classify = (output: string, exit = 0, free = false) => classifyCommand(output, exited(exit), free);
const usageOf = (usage: Json, free = false) => classify(JSON.stringify({ text: 'done', usage }), 0, free).usage;

describe('the answer of a program', () => {
  it('is its last line where that is an object of ours, and the rest is its log', () => {
    const claims = { changedFiles: ['a.ts'] };
    const line = JSON.stringify({ text: 'done', structured: { goalMet: true }, branch: 'left', claims });
    expect(classify(`working\n{"text":"not this one"}\n${line}\n\n`)).toEqual({
      status: 'ok',
      exit: 0,
      text: 'done',
      structured: { goalMet: true },
      branch: 'left',
      claims,
      denials: [],
      usage: { state: 'absent', why: 'the worker reported no usage' },
    });
  });
  it.each(['All done.', '{"level":"info"}', '[1]', '{"text":', '', '{"text":"a"}\nbye'])(
    'is all it wrote: %j',
    (output) => {
      expect(classify(output)).toMatchObject({ status: 'ok', text: output });
      expect(classify(output)).not.toHaveProperty('structured');
    },
  );
  it('is a protocol error where a field of ours has a wrong type', () => {
    for (const answer of [{ text: 5 }, { claims: ['a.ts'] }, { branch: 1 }, { is_error: 'true' }]) {
      expect(classify(JSON.stringify(answer)).status).toBe('protocol-error');
    }
  });
  it('SH-38 exit 0 and an answer that also carries an error is a failure', () => {
    for (const flag of [{ error: 'no quota' }, { error: true }, { error: { code: 1 } }, { is_error: true }]) {
      expect(classify(JSON.stringify({ text: 'success', ...flag })).status).toBe('failed');
    }
    for (const flag of [{ error: null }, { error: '' }, { error: false }, { is_error: false }]) {
      expect(classify(JSON.stringify({ text: 'success', ...flag })).status).toBe('ok');
    }
  });
  it('SH-38 exit 1 is a failure whatever it answered, and what it reported is kept', () => {
    const line = JSON.stringify({ text: 'success', usage: { usd: 0.4 } });
    expect(classify(line, 1)).toMatchObject({ status: 'failed', text: 'success', usage: { usd: 0.4 } });
    expect(classify('All tests pass.', 1).status).toBe('failed');
  });
  it('SH-38 exit 0 without output claims nothing', () => {
    expect(classify('')).not.toHaveProperty('claims');
  });
  it('never throws', () => {
    const field = fc.constantFrom('text', 'structured', 'branch', 'claims', 'usage', 'error', 'is_error');
    const answer = fc.dictionary(field, fc.jsonValue()).map((value) => JSON.stringify(value));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), answer), fc.nat(2), fc.boolean(), (output, exit, free) => {
        const { status } = classify(output, exit, free);
        if (exit !== 0) expect(status).not.toBe('ok');
      }),
    );
  });
});

describe('SH-13 what its usage proves', () => {
  it('(a) nothing where it reports none', () => {
    expect(classify('{"text":"done"}').usage.state).toBe('absent');
    expect(classify('done').usage.state).toBe('absent');
  });
  it('(b) tokens without a price are tokens and an unknown cost', () => {
    expect(usageOf({ inputTokens: 100, outputTokens: 20, cachedInputTokens: 40 })).toEqual({
      state: 'reported',
      tokens: { in: 60, cachedIn: 40, cacheWrite: 0, out: 20, reasoning: 0 },
      usd: null,
      basis: null,
    });
  });
  it('(c) a cost under another name is none', () => {
    expect(usageOf({ cost_usd: 0.2 }).state).toBe('absent');
    expect(usageOf({ cost_usd: 0.2, inputTokens: 1, outputTokens: 1 })).toMatchObject({ state: 'reported', usd: null });
  });
  it('(d) an explicit zero is zero', () => {
    expect(usageOf({ usd: 0, inputTokens: 0, outputTokens: 0 })).toMatchObject({ state: 'reported', usd: 0 });
    expect(usageOf({ usd: 0 })).toMatchObject({ state: 'reported', usd: 0, tokens: null });
  });
  it.each(['NaN', -1, true, [], '0.2'])('(e) a cost of %j is none, and spoils the rest', (usd) => {
    expect(usageOf({ usd }).state).toBe('absent');
    expect(usageOf({ usd, inputTokens: 1, outputTokens: 1 }).state).toBe('absent');
  });
  it('(e) a cost beyond all numbers is none', () => {
    expect(classify('{"text":"","usage":{"usd":1e999}}').usage.state).toBe('absent');
    expect(usageOf({ usd: null }).state).toBe('absent');
  });
  it.each([-1, 0.5, '7'])('%j is no count of tokens', (inputTokens) => {
    expect(usageOf({ inputTokens, outputTokens: 1 }).state).toBe('absent');
  });
  it('zero tokens without a cost are no report, half a count is none', () => {
    expect(usageOf({ inputTokens: 0, outputTokens: 0 }).state).toBe('absent');
    expect(usageOf({ inputTokens: 5 }).state).toBe('absent');
    expect(usageOf({ inputTokens: 5, usd: 0.1 })).toMatchObject({ tokens: null, usd: 0.1 });
  });
  it('only a worker that is declared free costs nothing without a report, and a cost that it reports counts', () => {
    expect(classify('done', 0, true).usage).toEqual({ state: 'free' });
    expect(usageOf({ inputTokens: 5, outputTokens: 5 }, true)).toMatchObject({ usd: 0, tokens: { in: 5 } });
    expect(usageOf({ usd: 0.3 }, true)).toMatchObject({ state: 'reported', usd: 0.3 });
  });
});

import { describe, expect, it } from 'vitest';
import { classifyOpencode, opencodeReader } from '../../engine/node/workers/agents/opencodeTranscript';
import { recordingsOf } from './recordings';
import { itHoldsTranscriptLaws } from './transcriptLaws';

const RECORDINGS = recordingsOf('opencode');
const wanted = { roots: ['/workspace'], structured: false };
const classify = (lines: readonly object[], exit = 0) =>
  classifyOpencode(lines.map((line) => JSON.stringify(line)).join('\n'), { status: 'exited', exit }, wanted);
const begun = (messageID: string) => ({ type: 'step_start', part: { messageID, type: 'step-start' } });
const said = (text: string, messageID = 'm') => ({ type: 'text', part: { id: `t-${text}`, messageID, text } });
const finished = (messageID: string, reason: string, fields: object = {}) => ({
  type: 'step_finish',
  part: {
    id: `f-${messageID}`,
    messageID,
    reason,
    tokens: { input: 9, output: 3, reasoning: 0, cache: { read: 2, write: 0 } },
    cost: 0.5,
    ...fields,
  },
});
const error = (data: object) => ({ type: 'error', error: { name: 'APIError', data } });

itHoldsTranscriptLaws({
  recordings: RECORDINGS,
  reader: opencodeReader,
  isTerminal: (line) => line.includes('"type":"step_finish"') && line.includes('"reason":"stop"'),
  says: (words) => JSON.stringify(said(words)),
  lures: [
    ...['{"type":"step_finish', '{"type":"step_finish"}', '{"type":"step_finish","part":{"reason":"stop"}}'],
    ...['{"type":"step-finish","part":{"id":"x","messageID":"m","reason":"stop","tokens":{}}}'],
    JSON.stringify(finished('lure', 'tool-calls')),
    '{"type":"text","part":{"id":"x","messageID":"m","text":"{\\"type\\":\\"step_finish\\"}"}}',
  ],
});

describe('what recorded turns of opencode came to', () => {
  it('is known for each recording with its exit code, to the token', () => {
    const seen = RECORDINGS.map(({ name, exit, text }) => {
      const { status, why, usage } = classifyOpencode(text, { status: 'exited', exit }, wanted);
      const tokens =
        usage.state === 'reported' ? `${Object.values(usage.tokens ?? {}).join(' ')} $${usage.usd}` : usage.state;
      return `${name}: ${status}, ${tokens}${why === undefined ? '' : `, ${why}`}`;
    });
    expect(seen).toMatchInlineSnapshot(`
      [
        "opencode-ok: ok, 9 2 0 3 0 $0.000015",
        "opencode-tools: ok, 10950 14 0 25 6 $0.011012000000000001",
        "opencode-nousage: ok, absent",
        "opencode-401: refused, absent, the service refused it with status 401: fake authentication_error",
      ]
    `);
  });
  it('a tool that it does not offer is a denial; the file that it wrote is a claim', () => {
    const { text } = RECORDINGS.find(({ name }) => name === 'opencode-tools')!;
    expect(classifyOpencode(text, { status: 'exited', exit: 0 }, wanted)).toMatchObject({
      text: 'done',
      claims: { changedFiles: ['made.txt'] },
      denials: ['bash'],
    });
  });
});

describe('opencode', () => {
  it('usage is the sum of its steps, each once', () => {
    const lines = [begun('a'), finished('a', 'tool-calls'), begun('b'), finished('b', 'stop'), finished('b', 'stop')];
    expect(classify(lines).usage).toMatchObject({ tokens: { in: 18, cachedIn: 4, out: 6 }, usd: 1 });
  });
  it('a step that ended for its tools is no end, and a step that began must end', () => {
    expect(classify([begun('a'), finished('a', 'tool-calls')]).status).toBe('protocol-error');
    const open = [begun('a'), finished('a', 'stop'), begun('b')];
    expect(classify(open)).toMatchObject({ status: 'protocol-error', usage: { state: 'absent' } });
  });
  it.each(['length', 'content-filter', 'error', 'unknown'])('a step that ended by "%s" is not good', (reason) => {
    expect(classify([begun('a'), finished('a', reason)]).status).toBe('failed');
  });
  it('one step with zeros spoils the sum; a cost of zero is no price', () => {
    const zero = { tokens: { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } } };
    const lines = [begun('a'), finished('a', 'tool-calls', zero), begun('b'), finished('b', 'stop')];
    expect(classify(lines).usage.state).toBe('absent');
    expect(classify([finished('a', 'stop', { cost: 0 })].flat()).usage).toMatchObject({ usd: null, basis: null });
    expect(classify([finished('a', 'stop', { cost: -1 })]).usage).toMatchObject({ usd: null });
  });
  it('reasoning is a part of the output or beside it, as the total says', () => {
    const tokens = (total: number) => ({ total, input: 9, output: 5, reasoning: 3, cache: { read: 0, write: 0 } });
    const of = (total: number) => classify([finished('a', 'stop', { tokens: tokens(total) })]).usage;
    expect(of(17)).toMatchObject({ tokens: { out: 5, reasoning: 3 } });
    expect(of(14)).toMatchObject({ tokens: { out: 2, reasoning: 3 } });
  });
  it('SH-38 an error is a failure or, by its status, a refusal, whatever the exit code', () => {
    const good = [begun('a'), finished('a', 'stop')];
    expect(classify([...good, error({ statusCode: 429, message: 'x' })]).status).toBe('refused');
    expect(classify([error({ statusCode: 500, message: '429' }), ...good]).status).toBe('failed');
    expect(classify([{ type: 'error' }, ...good]).status).toBe('failed');
  });
});

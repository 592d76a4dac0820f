import { describe, expect, it } from 'vitest';
import { classifyCopilot, copilotReader } from '../../engine/node/workers/agents/copilotTranscript';
import { copilotUsage } from '../../engine/node/workers/agents/copilotUsage';
import { recordingsOf } from './recordings';
import { itHoldsTranscriptLaws } from './transcriptLaws';

const RECORDINGS = recordingsOf('copilot');
const wanted = { roots: ['/workspace'], structured: false };
const classify = (lines: readonly object[], exit = 0, usageFile?: string) =>
  classifyCopilot(lines.map((line) => JSON.stringify(line)).join('\n'), { status: 'exited', exit }, wanted, usageFile);
const said = (content: string) => ({ type: 'assistant.message', data: { content, toolRequests: [] } });
const done = (exitCode = 0) => ({ type: 'result', exitCode, sessionId: 's', usage: { premiumRequests: 0 } });
const error = (data: object) => ({ type: 'session.error', data });
const usage = (counts: object, count = 1) =>
  JSON.stringify({ modelMetrics: { m: { requests: { count }, usage: counts } } });
const used = usage({ inputTokens: 11, outputTokens: 3, cacheReadTokens: 2, cacheWriteTokens: 0 });

itHoldsTranscriptLaws({
  recordings: RECORDINGS,
  reader: (turn, { usageFile }) => copilotReader(turn, () => usageFile),
  isTerminal: (line) => line.includes('"type":"result"'),
  says: (words) => JSON.stringify(said(words)),
  lures: [
    ...['{"type":"result', '{"type":"result"}', '{"type":"result","exitCode":"0"}', '{"type":"results","exitCode":0}'],
    ...['{"type":"assistant.idle","data":{}}', '{"type":"assistant.turn_end","data":{"turnId":"0"}}'],
    ...['{"type":"session.error"}', '{"type":"tool.execution_complete","data":{"exitCode":0}}'],
  ],
});

describe('what recorded turns of copilot came to', () => {
  it('is known for each recording with its exit code, to the token', () => {
    const seen = RECORDINGS.map(({ name, exit, text, usageFile }) => {
      const answer = classifyCopilot(text, { status: 'exited', exit }, wanted, usageFile);
      const { status, why } = answer;
      const tokens =
        answer.usage.state === 'reported' ? Object.values(answer.usage.tokens ?? {}).join(' ') : answer.usage.state;
      return `${name}: ${status}, ${tokens}${why === undefined ? '' : `, ${why}`}`;
    });
    expect(seen).toMatchInlineSnapshot(`
      [
        "copilot-ok: ok, 9 2 0 3 0",
        "copilot-tools: ok, 24111 14 0 25 6",
        "copilot-nousage: ok, absent",
        "copilot-401: refused, absent, the service refused it with status 401: Authentication failed with provider at http://127.0.0.1:8911/v1 (HTTP 401).
        Check your COPILOT_PROVIDER_API_KEY, COPILOT_PROVIDER_API_KEY_COMMAND, or COPILOT_PROVIDER_BEARER_TOKEN.",
      ]
    `);
  });
  it('copilot: a denied tool is exit 0 and a denial; the file that it wrote is a claim', () => {
    const { text } = RECORDINGS.find(({ name }) => name === 'copilot-tools')!;
    const answer = classifyCopilot(text, { status: 'exited', exit: 0 }, wanted);
    expect(answer).toMatchObject({ status: 'ok', text: 'done', claims: { changedFiles: ['made.txt'] } });
    expect(answer.denials).toEqual(['bash {"command":"echo y > y.txt","description":"d"}']);
  });
});

describe('copilot', () => {
  it('copilot: exit 0 and zeros without usage: the usage file alone counts, and zeros in it do not', () => {
    const lines = [said('hello'), done()];
    expect(classify(lines).usage.state).toBe('absent');
    expect(classify(lines, 0, used).usage).toMatchObject({ tokens: { in: 9, cachedIn: 2, out: 3 }, usd: null });
    expect(classify(lines, 0, usage({ inputTokens: 0, outputTokens: 0 })).usage.state).toBe('absent');
    expect(classify(lines, 0, '{"modelMetrics":{}}').usage.state).toBe('absent');
    expect(classify(lines, 0, used.slice(0, -3)).usage.state).toBe('absent');
    expect(classify([said('hello')], 0, used).usage.state).toBe('absent');
  });
  it('one model that was asked and not counted spoils the sum', () => {
    const two = (zero: object) =>
      JSON.stringify({
        modelMetrics: { ...JSON.parse(used).modelMetrics, n: { requests: { count: 2 }, usage: zero } },
      });
    expect(copilotUsage(two({ inputTokens: 0, outputTokens: 0 }), true).state).toBe('absent');
    expect(copilotUsage(two({ inputTokens: 5, outputTokens: 1 }), true)).toMatchObject({ tokens: { in: 14, out: 4 } });
    expect(copilotUsage(usage({ inputTokens: '5', outputTokens: 1 }), true).state).toBe('absent');
  });
  it('what its result says outweighs the exit code, and the exit code a good result', () => {
    expect(classify([done(1)]).status).toBe('failed');
    expect(classify([done(), done(1)]).status).toBe('failed');
    expect(classify([done(1), done()]).status).toBe('failed');
    expect(classify([done()], 1).status).toBe('failed');
  });
  it('SH-38 an error with a status of refusal is one, whatever the exit code; a call that was tried again is none', () => {
    for (const statusCode of [401, 402, 403, 429]) {
      expect(classify([error({ statusCode, message: 'x' }), done()])).toMatchObject({ status: 'refused' });
    }
    expect(classify([error({ statusCode: 500, message: 'refused' }), done(1)], 1).status).toBe('failed');
    expect(classify([error({ message: '429 rate limit' }), done(1)], 1).status).toBe('failed');
    const retried = { type: 'model.call_failure', data: { statusCode: 429 } };
    expect(classify([retried, said('x'), done()]).status).toBe('ok');
  });
});

import { describe, expect, it } from 'vitest';
import { classifyClaude, claudeReader } from '../../engine/node/workers/agents/claudeTranscript';
import type { ProgramEnd } from '../../engine/node/workers/ending';
import { recordingsOf } from './recordings';
import { itHoldsTranscriptLaws } from './transcriptLaws';

const RECORDINGS = recordingsOf('claude');
const wanted = { roots: ['/workspace'], structured: false };
const exited = (exit: number): ProgramEnd => ({ status: 'exited', exit });
const classify = (text: string, exit = 0, more = {}) => classifyClaude(text, exited(exit), { ...wanted, ...more });
const recording = (name: string) => RECORDINGS.find((one) => one.name === name)!;
const isResult = (line: string) => line.includes('"type":"result"');

/** A transcript of one result record, with fields of a good one unless others are given. */
const result = (fields: object = {}) =>
  JSON.stringify({
    type: 'result',
    subtype: 'success',
    is_error: false,
    result: 'done',
    session_id: 's',
    total_cost_usd: 0.5,
    modelUsage: { m: { inputTokens: 10, outputTokens: 5, cacheReadInputTokens: 3, cacheCreationInputTokens: 2 } },
    permission_denials: [],
    ...fields,
  });
const tool = (id: string, name: string, input: object) =>
  JSON.stringify({ type: 'assistant', message: { model: 'm', content: [{ type: 'tool_use', id, name, input }] } });
const toolEnd = (id: string, is_error: boolean) =>
  JSON.stringify({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: id, is_error }] } });

describe('what recorded turns came to', () => {
  it('is known for each recording with its exit code', () => {
    const seen = RECORDINGS.map(({ name, exit, text }) => {
      const { status, why, usage } = classify(text, exit);
      const cost = usage.state === 'reported' ? `${usage.tokens?.in}/${usage.tokens?.out} $${usage.usd}` : usage.state;
      return `${name}: ${status}, ${cost}${why === undefined ? '' : `, ${why}`}`;
    });
    expect(seen).toEqual([
      'claude-ok-json: ok, 240/14 $0.001008',
      'claude-ok-stream: ok, 240/14 $0.001008',
      'claude-denied-stream: ok, 240/14 $0.001008',
      'claude-maxturns: failed, 200000/100 $0.6015, it reached its limit of turns: Reached maximum number of turns (2)',
      'claude-budget: failed, 200000/100 $0.6015, it reached its limit of cost: Reached maximum budget ($0.5)',
      'claude-401: refused, 0/0 $0, the service refused it with status 401: Failed to authenticate. API Error: 401 fake authentication_error',
      'claude-refused: failed, absent, it ended with an error (server_error): API Error: Unable to connect to API (ConnectionRefused)',
    ]);
  });

  it('keeps text, session, claims and denied tools', () => {
    const good = classify(recording('claude-ok-stream').text);
    expect(good).toMatchObject({
      text: 'hello from fake',
      session: '38ad0d51-4596-4e4c-9073-25f3d4f6785b',
      denials: [],
    });
    expect(good.claims).toBeUndefined();
    expect(classify(recording('claude-denied-stream').text).denials).toEqual([
      'Bash {"command":"echo tool-ran > made.txt","description":"x"}',
    ]);
  });

  it('takes tokens from the sum over models, since the usage of the record leaves calls out', () => {
    expect(recording('claude-budget').text).toContain('"usage":{"input_tokens":100000');
    expect(classify(recording('claude-budget').text, 1).usage).toMatchObject({ tokens: { in: 200_000 } });
  });
});

describe('what the program’s end adds', () => {
  const { text } = recording('claude-ok-stream');
  it('SH-38 a success record with exit 1 is a failure', () => {
    expect(classify(text, 1)).toMatchObject({
      status: 'failed',
      why: 'it exited with code 1',
      usage: { usd: 0.001008 },
    });
  });
  it('no result record is a protocol error, whatever the exit code', () => {
    const cut = text
      .split('\n')
      .filter((line) => !isResult(line))
      .join('\n');
    for (const exit of [0, 1]) {
      expect(classify(cut, exit)).toMatchObject({ status: 'protocol-error', usage: { state: 'absent' } });
    }
    expect(classify('')).toMatchObject({ status: 'protocol-error', text: '' });
  });
  it('SH-38 a turn that was stopped is cancelled, one that ran out of time timed out, and both keep a whole report', () => {
    for (const status of ['cancelled', 'timed-out'] as const) {
      const end = classifyClaude(text, { status, exit: null }, wanted);
      expect(end).toMatchObject({ status, usage: { state: 'reported', usd: 0.001008 } });
      expect(classifyClaude('', { status, exit: null }, wanted)).toMatchObject({ status, usage: { state: 'absent' } });
    }
  });
});

describe('refusals', () => {
  it.each([401, 402, 403, 429])('SH-38 a result with status %i is a refusal, subtype success or not', (status) => {
    expect(classify(result({ is_error: true, api_error_status: status }))).toMatchObject({ status: 'refused' });
  });
  it('a status of 500 is a failure, and an error status is never good', () => {
    expect(classify(result({ is_error: true, api_error_status: 500 })).status).toBe('failed');
    expect(classify(result({ is_error: false, api_error_status: 500 })).status).toBe('failed');
  });
  it('SH-38 a kind of error, a rejected rate limit or the model’s stop reason make one; words do not', () => {
    const error = (kind: string) =>
      JSON.stringify({ type: 'assistant', error: kind, message: { model: '<synthetic>', content: [] } });
    const bad = result({ is_error: true, result: 'usage limit reached: refused, 429, forbidden' });
    const limit = JSON.stringify({ type: 'rate_limit_event', rate_limit_info: { status: 'rejected' } });
    expect(classify(`${error('rate_limit')}\n${bad}`).status).toBe('refused');
    expect(classify(`${limit}\n${bad}`).status).toBe('refused');
    expect(classify(result({ stop_reason: 'refusal' })).status).toBe('refused');
    expect(classify(`${error('server_error')}\n${bad}`).status).toBe('failed');
    expect(classify(bad).status).toBe('failed');
  });
  it('one that was got over is no refusal', () => {
    const error = JSON.stringify({
      type: 'assistant',
      error: 'rate_limit',
      message: { model: '<synthetic>', content: [] },
    });
    expect(classify(`${error}\n${result()}`).status).toBe('ok');
  });
});

describe('usage', () => {
  const spoke = JSON.stringify({
    type: 'assistant',
    message: { model: 'm', content: [{ type: 'text', text: 'hello' }] },
  });
  const zero = { m: { inputTokens: 0, outputTokens: 0, cacheReadInputTokens: 0, cacheCreationInputTokens: 0 } };
  it('SH-13 zero tokens with model output are no report', () => {
    expect(classify(`${spoke}\n${result({ modelUsage: zero, total_cost_usd: 0 })}`).usage.state).toBe('absent');
    expect(classify(`${spoke}\n${result({ modelUsage: {}, total_cost_usd: 0 })}`).usage.state).toBe('absent');
    expect(classify(result({ modelUsage: {}, total_cost_usd: 0 })).usage.state).toBe('absent');
  });
  it('SH-13 a cost of zero for tokens that were used is an unknown cost', () => {
    expect(classify(result({ total_cost_usd: 0 })).usage).toMatchObject({ state: 'reported', usd: null });
  });
  it.each(['NaN', -1, null, {}, undefined])('SH-13 a cost of %j is an unknown cost', (cost) => {
    expect(classify(result({ total_cost_usd: cost })).usage).toMatchObject({
      tokens: { out: 5 },
      usd: null,
      basis: null,
    });
    expect(classify(result({ total_cost_usd: cost, modelUsage: undefined })).usage.state).toBe('absent');
  });
  it('SH-13 claude: a call on the side that was counted hides no message of which its service told nothing', () => {
    const uncounted = (usage: object) =>
      JSON.stringify({ type: 'assistant', message: { model: 'm', content: [{ type: 'text', text: 'x' }], usage } });
    const none = { input_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 0 };
    expect(classify(`${uncounted(none)}\n${result()}`).usage.state).toBe('absent');
    expect(classify(`${uncounted({ ...none, cache_read_input_tokens: 7 })}\n${result()}`).usage.state).toBe('reported');
    expect(classify(`${uncounted({ ...none, input_tokens: 7 })}\n${result()}`).usage.state).toBe('reported');
  });
  it('SH-13 claude: a connection that broke under a call leaves no sum; a status of the service does', () => {
    const broke = JSON.stringify({
      type: 'assistant',
      error: 'server_error',
      message: { model: '<synthetic>', content: [] },
    });
    expect(classify(`${broke}\n${result({ is_error: true })}`, 1).usage.state).toBe('absent');
    expect(classify(`${broke}\n${result({ is_error: true, api_error_status: 529 })}`, 1).usage.state).toBe('reported');
    expect(classify(`${broke}\n${result()}`).usage.state).toBe('reported');
  });
  it('a cost alone is a cost', () => {
    expect(classify(result({ modelUsage: undefined })).usage).toEqual({
      state: 'reported',
      tokens: null,
      usd: 0.5,
      basis: 'worker-estimate',
    });
  });
});

describe('structured answers', () => {
  const met = { goalMet: true, lesson: 'x' };
  it('are the structured output, else the text where one was wanted and it is JSON', () => {
    const text = JSON.stringify(met);
    expect(classify(result({ structured_output: met, result: '' })).structured).toEqual(met);
    expect(classify(result({ result: text }), 0, { structured: true }).structured).toEqual(met);
    expect(classify(result({ result: `\`\`\`json\n${text}\n\`\`\`` }), 0, { structured: true }).structured).toEqual(
      met,
    );
    expect(classify(result({ result: text })).structured).toBeUndefined();
    expect(classify(result({ result: 'The goal is met.' }), 0, { structured: true }).structured).toBeUndefined();
  });
  it('name a branch', () => {
    expect(classify(result({ structured_output: { branch: 'left' } })).branch).toBe('left');
    expect(classify(result({ structured_output: { branch: 7 } })).branch).toBeUndefined();
  });
});

describe('claims', () => {
  it('are the files that its edits reached, relative to the workspace, each once', () => {
    const lines = [
      tool('1', 'Edit', { file_path: '/workspace/src/a.ts' }),
      tool('2', 'Write', { file_path: 'b.ts' }),
      tool('3', 'Edit', { file_path: '/workspace/src/a.ts' }),
      tool('4', 'NotebookEdit', { notebook_path: '/workspace/n.ipynb' }),
      tool('5', 'Read', { file_path: '/workspace/read.ts' }),
      tool('6', 'Write', { file_path: '/tmp/scratch.txt' }),
      tool('7', 'Edit', { file_path: '/workspace/denied.ts' }),
      toolEnd('7', true),
      toolEnd('1', false),
      result(),
    ];
    expect(classify(lines.join('\n')).claims).toEqual({ changedFiles: ['src/a.ts', 'b.ts', 'n.ipynb'] });
  });
  it('are what its structured answer lists where it lists something', () => {
    const lines = [
      tool('1', 'Edit', { file_path: '/workspace/a.ts' }),
      result({ structured_output: { changedFiles: ['./src/b.ts', '../out.ts', 3] } }),
    ];
    expect(classify(lines.join('\n')).claims).toEqual({ changedFiles: ['src/b.ts'] });
  });
});

itHoldsTranscriptLaws({
  recordings: RECORDINGS,
  reader: (turn) => {
    const { line, end } = claudeReader(turn);
    return {
      line: (text) => {
        line(text);
        return undefined;
      },
      end,
    };
  },
  isTerminal: isResult,
  says: (words) =>
    JSON.stringify({ type: 'assistant', message: { model: 'm', content: [{ type: 'text', text: words }] } }),
  lures: [
    ...['"result"', '{"type":"result"}', '{"type":"assistant","message":null}', '{"type":"result","subtype":"success"'],
    ...['{"type":"user","message":{"content":[null]}}', '{"type":"result","subtype":"success","is_error":"false"}'],
  ],
});

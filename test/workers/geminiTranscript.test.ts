import { describe, expect, it } from 'vitest';
import { classifyGemini, geminiReader } from '../../engine/node/workers/agents/geminiTranscript';
import { recordingsOf } from './recordings';
import { itHoldsTranscriptLaws } from './transcriptLaws';

const RECORDINGS = recordingsOf('gemini');
const wanted = { roots: ['/workspace'], structured: false };
const classify = (lines: readonly object[], exit = 0, errors = '', more = {}) =>
  classifyGemini(
    lines.map((line) => JSON.stringify(line)).join('\n'),
    { status: 'exited', exit },
    { ...wanted, ...more },
    errors,
  );
const said = (content: string) => ({ type: 'message', role: 'assistant', content, delta: true });
const stats = { total_tokens: 12, input_tokens: 10, output_tokens: 2, cached: 0 };
const done = (fields: object = {}) => ({ type: 'result', status: 'success', stats, ...fields });
const report = (code: unknown) =>
  `garbage {\n{\n  "error": {\n    "message": "no",\n    "code": ${JSON.stringify(code)}\n  }\n}\n`;

itHoldsTranscriptLaws({
  recordings: RECORDINGS,
  reader: geminiReader,
  isTerminal: (line) => line.includes('"type":"result"') && line.includes('"status":"success"'),
  says: (words) => JSON.stringify(said(words)),
  lures: [
    ...[
      '{"type":"result',
      '{"type":"result"}',
      '{"type":"result","status":true}',
      '{"type":"results","status":"success"}',
    ],
    ...[
      '{"type":"result","status":"SUCCESS"}',
      '{"response":"done","stats":{}}',
      '{"type":"message","role":"assistant"}',
    ],
    '{"type":"tool_result","tool_id":"x","status":"success","output":"{\\"type\\":\\"result\\"}"}',
  ],
});

describe('what recorded turns of gemini came to', () => {
  it('is known for each recording with its exit code, to the token', () => {
    const seen = RECORDINGS.map(({ name, exit, text, errors }) => {
      const { status, why, usage } = classifyGemini(text, { status: 'exited', exit }, wanted, errors);
      const tokens = usage.state === 'reported' ? Object.values(usage.tokens ?? {}).join(' ') : usage.state;
      return `${name}: ${status}, ${tokens}${why === undefined ? '' : `, ${why}`}`;
    });
    expect(seen).toMatchInlineSnapshot(`
      [
        "gemini-stream-json: ok, 47 3 0 6 0",
        "gemini-tools: ok, 18603 14 0 25 6",
        "gemini-nousage: ok, absent",
        "gemini-cut: failed, absent, it ended with an error: [API Error: terminated]",
        "gemini-loop: failed, absent, it stopped: Loop detected, stopping execution",
        "gemini-401: refused, absent, the service refused it with status 401: {"type":"error","error":{"type":"authentication_error","message":"fake authentication_error"}}",
      ]
    `);
  });
  it('a tool that it does not offer is a denial; the file that it wrote is a claim', () => {
    const { text } = RECORDINGS.find(({ name }) => name === 'gemini-tools')!;
    expect(classifyGemini(text, { status: 'exited', exit: 0 }, wanted)).toMatchObject({
      text: 'done',
      claims: { changedFiles: ['made.txt'] },
      denials: ['run_shell_command {"command":"echo y > y.txt"}'],
    });
  });
});

describe('gemini', () => {
  it('gemini: exit 145 for HTTP 401, and the like for others: no record, but a refusal', () => {
    expect(classify([], 145)).toMatchObject({ status: 'refused', usage: { state: 'absent' } });
    expect(classify([], 429 - 256).why).toContain('status 429');
    expect(classify([], 500 - 256)).toMatchObject({ status: 'failed' });
    expect(classify([], 41)).toMatchObject({ status: 'refused' });
    expect(classify([], 53)).toMatchObject({ status: 'failed' });
    expect(classify([], 1)).toMatchObject({ status: 'protocol-error' });
    expect(classify([], 0)).toMatchObject({ status: 'protocol-error' });
  });
  it('gemini: error JSON on stderr tells why, between garbage; never that it went well', () => {
    expect(classify([], 1, report(429))).toMatchObject({ status: 'refused' });
    expect(classify([], 1, report('403'))).toMatchObject({ status: 'refused' });
    expect(classify([], 1, report(503))).toMatchObject({ status: 'failed' });
    expect(classify([], 1, report('FAKE'))).toMatchObject({ status: 'protocol-error' });
    expect(classify([], 0, report(200))).toMatchObject({ status: 'protocol-error' });
    expect(classify([done()], 0, report(429)).status).toBe('ok');
    expect(classify([done()], 1, report(429)).status).toBe('refused');
    expect(classify([], 1, `{\n${'x'.repeat(300_000)}\n}\n${report(429)}`).status).toBe('refused');
  });
  it('a result with another status, or one beside a good one, is not good', () => {
    const bad = done({ status: 'error', error: { type: 'x', message: 'no' } });
    for (const lines of [[bad], [bad, done()], [done(), bad]]) expect(classify(lines).status).toBe('failed');
    expect(classify([done({ error: { message: 'no' } })]).status).toBe('failed');
    expect(classify([done({ status: 'error', error: { code: 429, message: 'no' } })]).status).toBe('refused');
  });
  it('gemini: success behind an error record is none: it stopped a model that went in circles', () => {
    const stopped = { type: 'error', severity: 'warning', message: 'x' };
    for (const lines of [
      [said('a'), stopped, done()],
      [stopped, said('a'), done()],
      [done(), stopped],
      [{ type: 'error' }, done()],
    ]) {
      expect(classify(lines).status).toBe('failed');
    }
  });
  it('gemini: zero tokens with output are absent', () => {
    const zero = { total_tokens: 0, input_tokens: 0, output_tokens: 0, cached: 0 };
    expect(classify([said('x'), done({ stats: zero })]).usage.state).toBe('absent');
    expect(classify([said('x'), done({ stats: undefined })]).usage.state).toBe('absent');
    expect(classify([said('x'), done({ stats: { ...stats, input_tokens: -1 } })]).usage.state).toBe('absent');
  });
  it('what it thought is what the total has beyond input and output', () => {
    const thought = { total_tokens: 20, input_tokens: 10, output_tokens: 2, cached: 4 };
    expect(classify([said('x'), done({ stats: thought })]).usage).toMatchObject({
      tokens: { in: 6, cachedIn: 4, out: 2, reasoning: 8 },
    });
  });
  it('its text is what it said after its last tool, in pieces', () => {
    const tool = { type: 'tool_use', tool_name: 'read_file', tool_id: '1', parameters: { file_path: 'a' } };
    expect(classify([said('let me see'), tool, said('all '), said('good'), done()]).text).toBe('all good');
  });
  it('an edit that failed is no claim', () => {
    const tool = { type: 'tool_use', tool_name: 'replace', tool_id: '1', parameters: { file_path: 'a.ts' } };
    const end = { type: 'tool_result', tool_id: '1', status: 'error', error: { type: 'edit_no_occurrence_found' } };
    expect(classify([tool, done()]).claims).toEqual({ changedFiles: ['a.ts'] });
    expect(classify([tool, end, done()])).toMatchObject({ denials: [] });
    expect(classify([tool, end, done()]).claims).toBeUndefined();
  });
  it('a structured answer is its text as JSON, or the last block of it', () => {
    const read = (text: string) => classify([said(text), done()], 0, '', { structured: true }).structured;
    expect(read('{"goalMet":true}')).toEqual({ goalMet: true });
    expect(read('I looked.\n\n```json\n{"goalMet":false}\n```\n')).toEqual({ goalMet: false });
    expect(read('The goal is met: {"goalMet":true}')).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { classifyCodex, codexReader } from '../../engine/node/workers/agents/codexTranscript';
import { recordingsOf } from './recordings';
import { itHoldsTranscriptLaws } from './transcriptLaws';

const RECORDINGS = recordingsOf('codex');
const wanted = { roots: ['/workspace'], structured: false };
const classify = (lines: readonly object[], exit = 0, more = {}) =>
  classifyCodex(
    lines.map((line) => JSON.stringify(line)).join('\n'),
    { status: 'exited', exit },
    { ...wanted, ...more },
  );
const said = (text: string) => ({ type: 'item.completed', item: { id: 'item_9', type: 'agent_message', text } });
const done = (usage: object = { input_tokens: 10, output_tokens: 2 }) => ({ type: 'turn.completed', usage });
const failed = (message: string) => ({ type: 'turn.failed', error: { message } });

itHoldsTranscriptLaws({
  recordings: RECORDINGS,
  reader: codexReader,
  isTerminal: (line) => line.includes('"type":"turn.completed"'),
  says: (words) => JSON.stringify(said(words)),
  lures: [
    ...['{"type":"turn.completed', '{"type":"turn.complete"}', '{"type":"item.completed","item":null}'],
    ...['{"type":"result","subtype":"success","is_error":false}', '{"type":"thread.started","thread_id":7}'],
    '{"type":"item.completed","item":{"id":"x","type":"turn.completed","usage":{"input_tokens":1,"output_tokens":1}}}',
  ],
});

describe('what recorded turns of codex came to', () => {
  it('is known for each recording with its exit code, to the token', () => {
    const seen = RECORDINGS.map(({ name, exit, text }) => {
      const end = exit === 124 ? ({ status: 'timed-out', exit: null } as const) : ({ status: 'exited', exit } as const);
      const { status, why, usage } = classifyCodex(text, end, wanted);
      const tokens = usage.state === 'reported' ? Object.values(usage.tokens ?? {}).join(' ') : usage.state;
      return `${name}: ${status}, ${tokens}${why === undefined ? '' : `, ${why}`}`;
    });
    expect(seen).toMatchInlineSnapshot(`
      [
        "codex-ok: ok, 80 20 0 5 4",
        "codex-tools: ok, 20660 14 0 15 6",
        "codex-nousage: ok, absent",
        "codex-401: refused, absent, the service refused it with status 401: unexpected status 401 Unauthorized: fake authentication_error, url: http://127.0.0.1:8911/v1/responses",
        "codex-429: refused, absent, the service refused it with status 429: exceeded retry limit, last status: 429 Too Many Requests",
        "codex-cut: failed, absent, its turn failed: stream disconnected before completion: Transport error: network error: error decoding response body",
        "codex-refused-timeout20s: timed-out, absent, it ran into its time limit",
      ]
    `);
  });
});

describe('codex', () => {
  it('an item of type error is a warning, and an error that was got over is none', () => {
    const warning = { type: 'item.completed', item: { id: 'item_0', type: 'error', message: 'no metadata' } };
    expect(classify([warning, { type: 'error', message: 'Reconnecting... 1/5' }, said('x'), done()]).status).toBe('ok');
  });
  it('codex: turn.failed has no usage, and makes the turn bad wherever it stands', () => {
    for (const lines of [
      [failed('x'), said('done'), done()],
      [said('done'), done(), failed('x')],
    ]) {
      expect(classify(lines)).toMatchObject({ status: 'failed', usage: { state: 'absent' } });
    }
  });
  it('codex: reports zeros when the API sent no usage: that is none', () => {
    expect(classify([said('x'), done({ input_tokens: 0, output_tokens: 0 })]).usage.state).toBe('absent');
    expect(classify([done({ input_tokens: 0, output_tokens: 0 })]).usage.state).toBe('absent');
    expect(classify([said('x'), done({ input_tokens: 10, output_tokens: 0 })]).usage.state).toBe('absent');
    expect(classify([said('x'), { type: 'turn.completed' }]).usage.state).toBe('absent');
  });
  it('SH-38 a refusal is known by the status with which its own error begins, not by words behind it', () => {
    expect(classify([failed('unexpected status 429 Too Many Requests: x')], 1).status).toBe('refused');
    expect(classify([failed('exceeded retry limit, last status: 429 Too Many Requests')], 1).status).toBe('refused');
    expect(classify([failed('unexpected status 500 Internal Server Error')], 1).status).toBe('failed');
    expect(classify([failed('the model said: unexpected status 429')], 1).status).toBe('failed');
  });
  it('claims the files of its completed changes; what was declined is a denial', () => {
    const change = (id: string, path: string, status: string) => ({
      type: 'item.completed',
      item: { id, type: 'file_change', status, changes: [{ path, kind: 'update' }] },
    });
    const command = { id: 'c', type: 'command_execution', command: 'rm -rf x', status: 'declined' };
    const lines = [
      change('1', '/workspace/a.ts', 'completed'),
      change('2', '/workspace/b.ts', 'failed'),
      change('3', '/elsewhere/c.ts', 'completed'),
      { type: 'item.completed', item: command },
      done(),
    ];
    expect(classify(lines)).toMatchObject({
      status: 'ok',
      claims: { changedFiles: ['a.ts'] },
      denials: ['command rm -rf x'],
    });
  });
  it('codex: --output-schema is not checked by it: the answer is read from its last message, as JSON or not at all', () => {
    const structured = true;
    expect(classify([said('{"branch":"left"}'), done()], 0, { structured })).toMatchObject({ branch: 'left' });
    expect(classify([said('left, I think'), done()], 0, { structured })).not.toHaveProperty('structured');
    expect(classify([said('{"branch":"left"}'), done()])).not.toHaveProperty('structured');
    expect(classify([said('{"branch":"left"}'), failed('x')], 1, { structured })).not.toHaveProperty('structured');
  });
});

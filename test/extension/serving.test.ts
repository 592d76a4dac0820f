import { describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import type { Serve, Served } from '../../engine/runner/serving';
import type { Models } from '../../extension/models/serving';
import { serveModel } from '../../extension/models/serving';
import { LanguageModelTextPart, LanguageModelToolCallPart, LanguageModelToolResultPart } from '../fakes/languageModels';
import { until } from '../until';

vi.hoisted(() => vi.resetModules());
vi.mock('vscode', () => import('../fakes/languageModels'));

/** Comes after the parts that the stream had until then. */
const BREAKS = Symbol();

interface Scene {
  readonly parts?: readonly unknown[];
  /** Thrown in place of a response, or where the parts say that the stream breaks. */
  readonly thrown?: unknown;
  readonly allowed?: boolean | undefined;
  /** Which selector finds the model. */
  readonly found?: (selector: vscode.LanguageModelChatSelector) => boolean;
}

/** Models of VS Code, of which there is one that answers with these parts. */
function scene({ parts = [], thrown, found = () => true, ...given }: Scene) {
  const allowed = 'allowed' in given ? given.allowed : true;
  const selected: vscode.LanguageModelChatSelector[] = [];
  const requests: {
    readonly messages: unknown;
    readonly options: unknown;
    readonly token: vscode.CancellationToken;
  }[] = [];
  async function* stream() {
    for (const part of parts) {
      if (part === BREAKS) throw thrown;
      yield part;
    }
  }
  async function* text(): AsyncGenerator<string> {}
  const model: vscode.LanguageModelChat = {
    ...{ name: 'Repairer', id: 'repairer', vendor: 'v', family: 'f', version: '1', maxInputTokens: 1 },
    countTokens: async () => 1,
    sendRequest: async (messages, options, token) => {
      if (token === undefined) throw new Error('no token');
      requests.push({ messages, options, token });
      if (thrown !== undefined && !parts.includes(BREAKS)) throw thrown;
      return { stream: stream(), text: text() };
    },
  };
  const models: Models = {
    select: async (selector) => {
      selected.push(selector);
      return found(selector) ? [model] : [];
    },
    mayAsk: () => allowed,
  };
  const abort = new AbortController();
  let heard = 0;
  return {
    selected,
    requests,
    abort,
    heard: () => heard,
    serve: (request: Serve) =>
      serveModel(
        request,
        abort.signal,
        () => {
          heard += 1;
        },
        models,
      ),
  };
}

const READY: Serve = { ask: 'ready', model: 'repairer' };
const TALK = { system: 'Rules.', said: [{ by: 'person', text: 'Repair.' }], tools: [] } as const;
const ANSWER: Serve = { ask: 'answer', model: 'repairer', talk: TALK };
const data = (value: unknown, mimeType = 'usage') => ({
  mimeType,
  data: new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)),
});

describe('a window that asks a language model for a run', () => {
  it.each([
    ['its id', 'repairer', 1],
    ['vendor/family', 'v/f/x', 2],
    ['its family', 'f', 2],
    ['its family with a slash', 'f/g', 3],
  ])('finds it by %s', async (_, name, after) => {
    const found: Scene['found'] = (selector) => selected.length === after && selector !== undefined;
    const { serve, selected } = scene({ found });
    expect(await serve({ ask: 'ready', model: name })).toMatchObject({ end: 'whole' });
    expect(selected).toEqual(
      [
        { id: name },
        ...(name.includes('/') ? [{ vendor: name[0], family: name.slice(2) }] : []),
        { family: name },
      ].slice(0, after),
    );
  });

  it('says which model there is not', async () => {
    const { serve, requests } = scene({ found: () => false });
    expect(await serve(ANSWER)).toMatchObject({ end: 'refused', why: expect.stringContaining('"repairer"') });
    expect(requests).toEqual([]);
  });

  it.each([
    ['ready', READY, false, 'refused', 0],
    ['ready', READY, undefined, 'refused', 0],
    ['ready', READY, true, 'whole', 0],
    ['answer', ANSWER, false, 'refused', 0],
    ['answer, so that VS Code asks the person now', ANSWER, undefined, 'whole', 1],
    ['answer', ANSWER, true, 'whole', 1],
  ] as const)('R1 asked for "%s" (%o) with the permission %s it is %s', async (_, request, allowed, end, asked) => {
    const { serve, requests } = scene({ allowed });
    const served = await serve(request);
    expect(served.end).toBe(end);
    if (end === 'refused') expect(served.why).toMatch(/not allowed Converge to ask "Repairer" yet/);
    expect(requests).toHaveLength(asked);
  });

  it('is told everything that was said, with the tools and the reason', async () => {
    const { serve, requests } = scene({});
    const call = { id: '1', name: 'read', input: { path: 'a' }, written: '{"path":"a"}' };
    await serve({
      ask: 'answer',
      model: 'repairer',
      talk: {
        system: 'Rules.',
        said: [
          { by: 'person', text: 'Repair.' },
          { by: 'model', text: '', calls: [call] },
          { by: 'tools', results: [{ id: '1', text: 'bad', failed: false }] },
          { by: 'model', text: 'Hm.', calls: [{ ...call, id: '2', input: undefined }] },
        ],
        tools: [{ name: 'read', description: 'A file.', input: { type: 'object' } }],
      },
    });
    expect(requests[0]?.messages).toEqual([
      { role: 'user', content: 'Rules.' },
      { role: 'user', content: 'Repair.' },
      { role: 'assistant', content: [new LanguageModelToolCallPart('1', 'read', { path: 'a' })] },
      { role: 'user', content: [new LanguageModelToolResultPart('1', [new LanguageModelTextPart('bad')])] },
      {
        role: 'assistant',
        content: [new LanguageModelTextPart('Hm.'), new LanguageModelToolCallPart('2', 'read', {})],
      },
    ]);
    expect(requests[0]?.options).toEqual({
      justification: 'A step of a Converge run is done by this model.',
      tools: [{ name: 'read', description: 'A file.', inputSchema: { type: 'object' } }],
    });
  });

  it('its answer is put together, each part is progress, and parts of later versions are passed over', async () => {
    const usage = { prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 4 } };
    const { serve, heard } = scene({
      parts: [
        new LanguageModelTextPart('A '),
        new LanguageModelToolCallPart('1', 'read', { path: 'a', gone: undefined }),
        data(usage),
        { thought: 'hm' },
        null,
        new LanguageModelTextPart('sign.'),
      ],
    });
    expect(await serve(ANSWER)).toEqual({
      end: 'whole',
      text: 'A sign.',
      calls: [{ id: '1', name: 'read', input: { path: 'a' } }],
      usage: { in: 6, cachedIn: 4, out: 5 },
    } satisfies Served);
    expect(heard()).toBe(6);
  });

  it.each([
    ['of another kind', data({ prompt_tokens: 1, completion_tokens: 1 }, 'text/plain'), null],
    ['no JSON', data('{'), null],
    ['no object', data('null'), null],
    ['no bytes', { mimeType: 'usage', data: '{"prompt_tokens":1,"completion_tokens":1}' }, null],
    ['no output count', data({ prompt_tokens: 1 }), null],
    ['a negative count', data({ prompt_tokens: -1, completion_tokens: 1 }), null],
    ['a broken count', data({ prompt_tokens: 1.5, completion_tokens: 1 }), null],
    ['counts alone', data({ prompt_tokens: 2, completion_tokens: 1 }), { in: 2, cachedIn: 0, out: 1 }],
    [
      'more from the cache than was read',
      data({ prompt_tokens: 2, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 9 } }),
      { in: 0, cachedIn: 2, out: 1 },
    ],
  ])('R3 SH-13 usage that is %s is read for what it is', async (_, part, usage) => {
    expect((await scene({ parts: [part] }).serve(ANSWER)).usage).toEqual(usage);
  });

  it.each([
    ['NoPermissions', { code: 'NoPermissions', message: 'no' }, 'refused'],
    ['Blocked', { code: 'Blocked', message: 'no' }, 'refused'],
    ['NotFound', { code: 'NotFound', message: 'no' }, 'refused'],
    ['quota', Object.assign(new Error('no'), { name: 'ChatQuotaExceeded' }), 'refused'],
    ['rate', Object.assign(new Error('no'), { name: 'ChatRateLimited' }), 'refused'],
    ['anything else', new Error('no'), 'failed'],
    ['what is no error', 'no', 'failed'],
    ['nothing', null, 'failed'],
    ['a long message', new Error('n'.repeat(5000)), 'failed'],
  ])('R2 thrown %s', async (_, thrown, end) => {
    for (const parts of [[], [new LanguageModelTextPart('half'), BREAKS]]) {
      const { serve, requests } = scene({ parts, thrown: thrown ?? {} });
      const served = await serve(ANSWER);
      expect(served).toMatchObject({ end, text: '', calls: [], usage: null });
      const told = typeof thrown === 'object' && thrown !== null;
      expect(served.why).toMatch(told ? /^n/ : /^the language model failed$/);
      expect(served.why?.length).toBeLessThanOrEqual(1000);
      expect(requests).toHaveLength(1);
    }
  });

  it('SH-27 an abort cancels the request', async () => {
    const { serve, abort, requests } = scene({ parts: [new LanguageModelTextPart('a')] });
    const served = serve(ANSWER);
    await until('the request', () => requests[0]);
    expect(requests[0]?.token.isCancellationRequested).toBe(false);
    abort.abort();
    expect(requests[0]?.token.isCancellationRequested).toBe(true);
    await served;
  });

  it('R4 SH-27 what was stopped while its model was looked for is not asked', async () => {
    const { serve, abort, requests } = scene({});
    const served = serve(ANSWER);
    abort.abort();
    expect(await served).toMatchObject({ end: 'failed', why: expect.stringContaining('stopped') });
    expect(requests).toEqual([]);
  });
});

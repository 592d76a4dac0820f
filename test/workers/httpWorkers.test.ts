import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { flowSchema } from '../../engine/flow/schema';
import { sha256 } from '../../engine/node/digest';
import { probeLocalModels } from '../../engine/node/workers/models/probeModels';
import { workerFor } from '../../engine/node/workers/registry';
import { approvalOf } from '../../engine/run/approval';
import { startModelServer } from '../fakes/modelServer';
import { KEY, place, run, spentBy, write } from './modelPlace';
import { aHost } from './turns';

describe.each(['openai-compatible', 'anthropic'] as const)('%s', (use) => {
  it('uses tools over several rounds; claims what it wrote; totals are the service’s own count', async () => {
    const there = await place(use, [
      { text: 'I look.', tools: [{ name: 'list', input: {} }], cachedIn: 11 },
      { tools: [write('a.txt', 'A'), { name: 'read', input: { path: '../x' } }], reasoning: 5 },
      { text: 'Done.', cachedIn: 20 },
    ]);
    const end = await run(there);
    expect(end).toMatchObject({
      status: 'ok',
      text: 'Done.',
      claims: { changedFiles: ['a.txt'] },
      denials: [expect.stringContaining('read ../x')],
      usage: { state: 'reported', tokens: spentBy(there.server, use), usd: null },
      exit: null,
    });
    expect(readFileSync(join(there.host.workspaceRoot, 'a.txt'), 'utf8')).toBe('A');
    expect(there.server.requests.map(({ results }) => results)).toEqual([
      [],
      ['No files.'],
      ['Written: a.txt', expect.stringContaining('Not allowed')],
    ]);
    expect(there.server.requests[0]).toMatchObject({
      said: 'Do it.',
      stream: true,
      wantsUsage: true,
      tools: ['read', 'list', 'search', 'write'],
    });
    expect(end.log?.path).toBe('logs/turn-act-1-1.log');
    expect(end.logged).toContain('Do it.');
    expect(end.logged).toContain('Written: a.txt');
  });
  it('a turn that only reads is offered nothing that writes', async () => {
    const there = await place(use, [{ tools: [write('a.txt', 'A')] }, { text: 'Done.' }]);
    const end = await run(there, { access: 'read' });
    expect(there.server.requests[0]?.tools).toEqual(['read', 'list', 'search']);
    expect(end.denials).toHaveLength(1);
    expect(existsSync(join(there.host.workspaceRoot, 'a.txt'))).toBe(false);
  });

  describe('a structured answer', () => {
    const outputSchema = {
      type: 'object',
      properties: { goalMet: { type: 'boolean' }, branch: { type: 'string' } },
      required: ['goalMet'],
    };
    const answer = (input: object) => ({ tools: [{ name: 'answer', input: JSON.parse(JSON.stringify(input)) }] });
    it('is the call of its tool, which ends the turn', async () => {
      const there = await place(use, [answer({ goalMet: true, branch: 'left' })]);
      expect(await run(there, { outputSchema })).toMatchObject({
        status: 'ok',
        structured: { goalMet: true },
        branch: 'left',
      });
      expect(there.server.requests).toHaveLength(1);
    });
    it('is checked by us: one that does not fit goes back', async () => {
      const there = await place(use, [answer({ goalMet: 'yes' }), answer({ goalMet: false })]);
      expect(await run(there, { outputSchema })).toMatchObject({ status: 'ok', structured: { goalMet: false } });
      expect(there.server.requests[1]?.results[0]).toContain('does not fit the schema');
    });
    it('may be the text where that is JSON; else it is asked for once', async () => {
      const plain = await place(use, [{ text: '{"goalMet":true}' }]);
      expect(await run(plain, { outputSchema })).toMatchObject({ structured: { goalMet: true } });
      const reminded = await place(use, [{ text: 'It is met.' }, { text: 'Really.' }, answer({ goalMet: true })]);
      const end = await run(reminded, { outputSchema });
      expect(end).toMatchObject({ status: 'ok', text: 'Really.' });
      expect(end.structured).toBeUndefined();
      expect(reminded.server.requests[1]?.said).toContain('call the tool "answer"');
    });
    it('that is no object is put into one', async () => {
      const there = await place(use, [answer({ answer: ['a'] })]);
      const wanted = { type: 'array', items: { type: 'string' } };
      expect(await run(there, { outputSchema: wanted })).toMatchObject({ structured: ['a'] });
    });
  });

  describe('its key', () => {
    it('is sent, and stands in no log, text, error, claim or request body', async () => {
      const there = await place(use, (request) =>
        request.index === 0
          ? { text: `Your key is ${KEY}.`, tools: [{ name: 'read', input: { path: `../${KEY}` } }] }
          : { fault: { status: 400, message: `bad key ${KEY}` } },
      );
      const end = await run(there);
      const { headers } = there.server.requests[0]!;
      expect(`${headers['x-api-key'] ?? ''}${headers.authorization ?? ''}`).toContain(KEY);
      expect(end.why).toContain('bad key');
      expect(JSON.stringify(end)).not.toContain(KEY);
    });
    it('goes only to addresses that the flow names it for, and not in plain text to other machines', async () => {
      const there = await place(use, [{ text: 'x' }], {
        options: { apiKeyEnv: undefined },
        host: { env: { OPENAI_API_KEY: KEY, ANTHROPIC_API_KEY: KEY } },
      });
      await run(there);
      expect(JSON.stringify(there.server.requests[0]!.headers)).not.toContain(KEY);
      const host = aHost();
      const made = (options: object) => workerFor('w', { use, model: 'm', ...options }, host);
      expect(made({ baseUrl: 'http://example.org/v1', apiKeyEnv: 'K' })).toMatchObject([{ code: 'worker-options' }]);
      expect(made({ baseUrl: 'http://example.org/v1' })).toHaveProperty('run');
      expect(made({ baseUrl: 'https://example.org/v1', apiKeyEnv: 'K' })).toHaveProperty('run');
    });
    it('that is missing or is none is told by its name, never by its value; nothing is asked', async () => {
      for (const value of [undefined, '', `${KEY}\nx`]) {
        const there = await place(use, [], { host: { env: { MODEL_KEY: value } } });
        const end = await run(there);
        expect(end).toMatchObject({ status: 'not-started', usage: { usd: 0 } });
        expect(end.why).toContain('MODEL_KEY');
        expect(end.why).not.toContain(KEY);
        expect((await there.worker.probe()).available).toBe(false);
        expect(there.server.requests).toHaveLength(0);
      }
    });
  });

  it.each([
    { baseUrl: 'ftp://x' },
    { baseUrl: 'file:///etc' },
    { baseUrl: 'http://user:secret@127.0.0.1' },
    { baseUrl: 'http://127.0.0.1/?key=1' },
    { baseUrl: 'nonsense' },
    { apiKey: KEY },
    { apiKeyEnv: 'sk-not a name' },
    { model: '' },
    { tools: 'some' },
    { maxTurns: 0 },
  ])('does not take the option %j', (options) => {
    const made = workerFor('w', { use, model: 'm', ...options }, aHost());
    expect(made).toMatchObject([{ code: 'worker-options', path: expect.arrayContaining(['workers', 'w']) }]);
  });
  it('its address and the name of its key are part of what is approved', () => {
    const flowWith = (worker: object) =>
      flowSchema.parse({
        converge: 1,
        id: 'f',
        start: 'work',
        steps: { work: { kind: 'work', worker: 'w', prompt: 'x', next: '@complete' } },
        workers: { w: { use, model: 'm', baseUrl: 'https://one.example/v1', apiKeyEnv: 'ONE_KEY', ...worker } },
      });
    const one = approvalOf(flowWith({}), sha256);
    expect(one.env).toContain('ONE_KEY');
    for (const other of [{ baseUrl: 'https://two.example/v1' }, { apiKeyEnv: 'TWO_KEY' }, { tools: 'read' }]) {
      expect(approvalOf(flowWith(other), sha256).hash).not.toBe(one.hash);
    }
  });
  it('its probe asks for the models', async () => {
    const there = await place(use, []);
    expect(await there.worker.probe()).toMatchObject({
      available: true,
      version: '1 models',
      safeInUntrustedRepo: true,
    });
    await there.server.close();
    const gone = await there.worker.probe();
    expect(gone).toMatchObject({ available: false });
    expect(gone.why).toContain('Start the service there');
  });
});

describe('local model servers', () => {
  it('are found by asking the usual places; a port that nobody or somebody else has is none', async () => {
    const { server } = await place('openai-compatible', []);
    const other = createServer((_, response) => response.end('hello'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const gone = await startModelServer([]);
    await gone.close();
    const portOf = (url: string) => Number(new URL(url).port);
    const places = [
      { name: 'Ollama', port: portOf(server.url) },
      { name: 'vLLM', port: portOf(gone.url) },
      { name: 'LM Studio', port: (other.address() as AddressInfo).port },
    ];
    expect(await probeLocalModels(places)).toEqual([
      { name: 'Ollama', baseUrl: `${server.url}/v1`, models: ['fake-model'] },
    ]);
    other.close();
  });
});

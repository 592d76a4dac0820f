import { afterEach, describe, expect, it } from 'vitest';
import type { Answers, ModelServer } from '../fakes/modelServer';
import { mainOnly, startModelServer } from '../fakes/modelServer';

const servers: ModelServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function serverOf(answers: Answers): Promise<ModelServer> {
  const server = await startModelServer(answers);
  servers.push(server);
  return server;
}

const REQUESTS = {
  '/v1/chat/completions': {
    model: 'm',
    stream: true,
    stream_options: { include_usage: true },
    messages: [{ role: 'user', content: 'Hi' }],
    tools: [{ type: 'function', function: { name: 'read' } }],
  },
  '/v1/messages': {
    model: 'm',
    stream: true,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    tools: [{ name: 'read' }],
  },
  '/v1/responses': {
    model: 'm',
    stream: true,
    input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }],
    tools: [{ type: 'function', name: 'read' }],
  },
} as const;

const paths = Object.keys(REQUESTS) as (keyof typeof REQUESTS)[];
const post = (server: ModelServer, path: keyof typeof REQUESTS, more: object = {}) =>
  fetch(server.url + path, { method: 'POST', body: JSON.stringify({ ...REQUESTS[path], ...more }) });

describe.each(paths)('the model server at %s', (path) => {
  it('streams what it is told, reads what it is asked and counts the tokens', async () => {
    const server = await serverOf([
      { text: 'Hello there, good to see you.', tools: [{ name: 'read', input: { path: 'a' } }] },
    ]);
    const text = await (await post(server, path)).text();
    expect(server.requests[0]).toMatchObject({ model: 'm', tools: ['read'], said: 'Hi', results: [] });
    for (const line of text.split('\n').filter((one) => one.startsWith('data: {'))) JSON.parse(line.slice(6));
    const { out, in: into } = server.spent();
    expect(text).toContain(`${path.includes('chat') ? '"completion_tokens"' : '"output_tokens"'}:${out}`);
    expect(text).toContain(`${path.includes('chat') ? '"prompt_tokens"' : '"input_tokens"'}:${into}`);
    expect(text).toContain('Hello there,');
  });
  it('answers without a stream where none is wanted', async () => {
    const server = await serverOf([{ text: 'Whole.' }]);
    expect(JSON.stringify(await (await post(server, path, { stream: false })).json())).toContain('Whole.');
  });
  it('refuses, breaks off and ends early as it is told, and counts nothing for that', async () => {
    const server = await serverOf([
      { fault: { status: 429, retryAfter: 3 } },
      { text: 'Broken in the middle', fault: 'cut' },
      { text: 'early', fault: 'ends' },
    ]);
    const refused = await post(server, path);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3']);
    await expect((await post(server, path)).text()).rejects.toThrow();
    expect(await (await post(server, path)).text()).not.toMatch(/\[DONE\]|message_stop|response.completed/);
    expect(server.spent()).toMatchObject({ in: 0, out: 0 });
  });
});

it('the model server says its answers to main requests only, where it is told so', async () => {
  const server = await serverOf(mainOnly([{ text: 'one' }, { text: 'two' }]));
  const path = '/v1/messages';
  const said = [];
  for (const more of [{}, { tools: [] }, {}, {}])
    said.push(await (await post(server, path, { stream: false, ...more })).json());
  expect(said.map(({ content }) => content[0].text)).toEqual(['one', 'Fine.', 'two', 'two']);
});

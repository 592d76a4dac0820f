import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '../../engine/json';
import { chatWire } from './modelWires/chat';
import { geminiWire } from './modelWires/gemini';
import { messagesWire } from './modelWires/messages';
import { responsesWire } from './modelWires/responses';
import type { Asked, Said, Used, Wire } from './modelWires/wire';

/**
 * A model service on the loopback, which answers as it is told: OpenAI's Chat Completions and Responses, Anthropic's
 * Messages, Google's generateContent. It counts the tokens itself, so that what a worker reports can be compared with it.
 *
 * @param answers what it says, by the request; a list is said in order, and its last one again and again. Programs ask
 *   small things on the side, too (a title, a count): see `mainOnly`.
 */
export async function startModelServer(answers: Answers): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const spent: Used[] = [];
  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    void bodyOf(request).then((body) => serve({ request, response, body, requests, spent, answers }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    spent: () => spent.reduce(sum, NOTHING),
    close: () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}

export interface ModelServer {
  /** Without a path: `${url}/v1` is what OpenAI's clients want, `url` alone what Anthropic's want. */
  readonly url: string;
  /** Every request for an answer, also those that met a fault. */
  readonly requests: readonly ModelRequest[];
  /** The sum over all answers that reached their end, whether or not they told it. */
  readonly spent: () => Used;
  readonly close: () => Promise<void>;
}

export interface ModelRequest extends Asked {
  readonly api: Wire['api'];
  /** From 0, over all requests for an answer. */
  readonly index: number;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: JsonObject;
}

export interface ModelAnswer {
  readonly text?: string;
  readonly tools?: readonly { readonly name: string; readonly input: JsonObject }[];
  readonly end?: Said['end'];
  /** `none`: it says nothing of what was used. `zero`: it says zeros. */
  readonly usage?: 'none' | 'zero';
  /** Tokens beyond those that it counts. */
  readonly cachedIn?: number;
  readonly cacheWrite?: number;
  readonly reasoning?: number;
  readonly fault?: Fault;
}

export type Fault =
  /** Refused before it began. `retryAfter` in seconds. */
  | { readonly status: number; readonly retryAfter?: number; readonly message?: string; readonly html?: boolean }
  | 'cut' // the connection breaks in the middle
  | 'ends' // it ends well, without its last record
  | 'silent' // headers, then nothing
  | 'deaf' // not even headers
  | 'endless' // goes on and on
  | 'huge' // 24 MiB of text in one record
  | 'garbage' // bytes that are no records
  | 'error'; // an error in the stream

export type Answers = readonly ModelAnswer[] | ((request: ModelRequest) => ModelAnswer);

/** The answers in order to requests that offer tools; whatever is asked on the side gets a word. */
export function mainOnly(answers: readonly ModelAnswer[]): (request: ModelRequest) => ModelAnswer {
  let next = 0;
  return (request) => {
    if (request.tools.length === 0) return { text: 'Fine.' };
    return answers[Math.min(next++, answers.length - 1)] ?? {};
  };
}

/** What a text counts for here: about four bytes each. */
const tokensIn = (text: string): number => Math.ceil(Buffer.byteLength(text) / 4);

const WIRES: readonly Wire[] = [chatWire, messagesWire, responsesWire, geminiWire];
const NOTHING: Used = { in: 0, cachedIn: 0, cacheWrite: 0, out: 0, reasoning: 0 };

interface Serving {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: string;
  readonly requests: ModelRequest[];
  readonly spent: Used[];
  readonly answers: Answers;
}

async function serve({ request, response, body, requests, spent, answers }: Serving): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const wire = request.method === 'POST' ? WIRES.find(({ path }) => path.test(pathname)) : undefined;
  if (wire === undefined) return aside(pathname, body, response);
  const parsed = JSON.parse(body) as JsonObject;
  const asked: ModelRequest = {
    ...wire.read(parsed, pathname),
    api: wire.api,
    index: requests.length,
    path: pathname,
    headers: request.headers,
    body: parsed,
  };
  requests.push(asked);
  const answer =
    typeof answers === 'function' ? answers(asked) : (answers[Math.min(asked.index, answers.length - 1)] ?? {});
  const used = usedBy(answer, body);
  const said: Said = {
    id: String(asked.index),
    model: asked.model,
    text: answer.text ?? '',
    tools: (answer.tools ?? []).map((tool, at) => ({ ...tool, id: `call_${asked.index}_${at}` })),
    end: answer.end ?? 'natural',
    used: answer.usage === 'none' || !asked.wantsUsage ? null : answer.usage === 'zero' ? NOTHING : used,
  };
  const whole = await deliver(wire, asked, said, answer.fault, response);
  if (whole) spent.push(used);
}

/** Resolves to whether the answer reached its end. */
async function deliver(
  wire: Wire,
  { stream }: ModelRequest,
  said: Said,
  fault: Fault | undefined,
  response: ServerResponse,
): Promise<boolean> {
  if (typeof fault === 'object') {
    const { status, retryAfter, message = `fake error ${status}`, html } = fault;
    response.writeHead(status, {
      'content-type': html ? 'text/html' : 'application/json',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    });
    response.end(html ? `<html><body>${message}</body></html>` : JSON.stringify(wire.error(status, message)));
    return false;
  }
  if (fault === 'deaf') return false;
  if (!stream && fault === undefined) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(wire.whole(said)));
    return true;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.flushHeaders();
  const { open, body, close } = wire.stream(said);
  switch (fault) {
    case undefined:
      response.end([...open, ...body, ...close].join(''));
      return true;
    case 'silent':
      return false;
    case 'garbage':
      response.end(Buffer.from([0xff, 0xfe, 0x00, 0x7b, 0x22, 0x0a, 0x64, 0x61, 0x74, 0x61, 0x3a, 0x7b, 0x0a, 0x0a]));
      return false;
    case 'ends':
      response.end([...open, ...body].join(''));
      return false;
    case 'error':
      response.end([...open, ...body, wire.errorFrame('fake trouble in the stream')].join(''));
      return false;
    case 'huge':
      response.end([...open, ...body, wire.more('x'.repeat(24 * 1024 * 1024)), ...close].join(''));
      return true;
    case 'cut':
      response.write([...open, ...body.slice(0, Math.ceil(body.length / 2))].join(''), () => response.destroy());
      return false;
    case 'endless': {
      response.write([...open, ...body].join(''));
      const timer = setInterval(() => response.write(wire.more('and so on ')), 20);
      response.on('close', () => clearInterval(timer));
      return false;
    }
  }
}

/** What clients ask beside answers: which models there are, how long a text is. */
function aside(pathname: string, body: string, response: ServerResponse): void {
  if (/\/models$/.test(pathname)) {
    const data = [{ id: 'fake-model', object: 'model', type: 'model', display_name: 'Fake' }];
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ object: 'list', data }));
  } else if (/\/count_tokens$/.test(pathname)) {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ input_tokens: tokensIn(body) }));
  } else {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"not here"}}');
  }
}

function usedBy(answer: ModelAnswer, body: string): Used {
  const written =
    (answer.text ?? '') + (answer.tools ?? []).map(({ name, input }) => name + JSON.stringify(input)).join('');
  return {
    in: tokensIn(body),
    cachedIn: answer.cachedIn ?? 0,
    cacheWrite: answer.cacheWrite ?? 0,
    out: tokensIn(written),
    reasoning: answer.reasoning ?? 0,
  };
}

const sum = (one: Used, other: Used): Used => ({
  in: one.in + other.in,
  cachedIn: one.cachedIn + other.cachedIn,
  cacheWrite: one.cacheWrite + other.cacheWrite,
  out: one.out + other.out,
  reasoning: one.reasoning + other.reasoning,
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

import type { IncomingMessage } from 'node:http';
import { request as plain } from 'node:http';
import { request as encrypted } from 'node:https';
import { messageOf } from '../../../failure';
import type { TurnWatch } from './turnWatch';

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Bytes of a stream of events. False: enough, the rest is not wanted. */
  readonly onBytes: (bytes: Buffer) => boolean;
}

export type Posted =
  | { readonly end: 'streamed' }
  /** The stream began and did not reach its end. */
  | { readonly end: 'broken'; readonly why: string }
  /** It has something else to say than a stream of events. */
  | {
      readonly end: 'status';
      readonly status: number;
      readonly text: string;
      readonly retryAfterMs: number | undefined;
    }
  /** It was not reached: nothing was asked, so nothing was spent. */
  | { readonly end: 'unreached'; readonly code: string; readonly why: string }
  /** It was asked and said nothing. */
  | { readonly end: 'unanswered'; readonly why: string };

const MOST_TEXT = 64 * 1024;

/**
 * One request whose answer is a stream. Not by `fetch`, which gives up on a silent service after five minutes and follows
 * redirects with all headers: here our own clocks decide, and nobody is followed. Resolves at once when the turn is over.
 */
export function postForStream(post: Post, watch: TurnWatch): Promise<Posted> {
  if (watch.ended() !== null) return Promise.resolve(UNREACHED_BY_END);
  return new Promise((resolve) => {
    const url = new URL(post.url);
    const send = url.protocol === 'https:' ? encrypted : plain;
    let connected = false;
    const headers = {
      ...post.headers,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(post.body)),
      accept: 'text/event-stream, application/json',
      'user-agent': 'converge',
    };
    const request = send(url, { method: 'POST', agent: false, headers });
    const forget = watch.stop.onNow(() => {
      request.destroy();
      settle(connected ? { end: 'unanswered', why: 'it was ended' } : UNREACHED_BY_END);
    });
    const settle = (posted: Posted): void => {
      forget();
      watch.rest();
      resolve(posted);
    };
    request.on('socket', (socket) => {
      const ready = url.protocol === 'https:' ? 'secureConnect' : 'connect';
      socket.once(ready, () => {
        connected = true;
      });
    });
    request.on('error', (error) => settle(connected ? { end: 'unanswered', why: messageOf(error) } : unreached(error)));
    request.on('response', (response) => {
      watch.heard();
      void answerOf(response, post, watch).then((posted) => {
        if (posted.end !== 'streamed') request.destroy();
        settle(posted);
      });
    });
    watch.heard();
    request.end(post.body);
  });
}

const UNREACHED_BY_END: Posted = { end: 'unreached', code: 'ENDED', why: 'it was ended' };

function unreached(error: Error): Posted {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // Several addresses of one name that all refuse are one error without words.
  return { end: 'unreached', code, why: messageOf(error) || code };
}

async function answerOf(response: IncomingMessage, post: Post, watch: TurnWatch): Promise<Posted> {
  const status = response.statusCode ?? 0;
  const streams = status === 200 && /^text\/event-stream\b/i.test(response.headers['content-type'] ?? '');
  const text: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      watch.heard();
      if (streams && !post.onBytes(part)) return { end: 'broken', why: 'the answer is longer than any that is wanted' };
      if (streams) continue;
      text.push(part);
      length += part.length;
      if (length > MOST_TEXT) break;
    }
  } catch (error) {
    if (streams) return { end: 'broken', why: `the connection broke (${messageOf(error)})` };
  }
  if (streams) return { end: 'streamed' };
  const retryAfterMs = retryAfter(response.headers['retry-after']);
  return { end: 'status', status, text: Buffer.concat(text).toString('utf8').slice(0, MOST_TEXT), retryAfterMs };
}

/** Seconds or a date; anything else says nothing. */
function retryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(value.trim())) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

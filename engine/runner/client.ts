import type { Socket } from 'node:net';
import { createConnection } from 'node:net';
import { ConvergeError, messageOf } from '../failure';
import type { RunResult } from '../run/state';
import type { Control } from '../trace/control';
import type { DebugLog, DebugWish } from './debugWish';
import { onJsonLines, sendJson } from './lines';
import type { Client, FromHolder, Now, ToHolder } from './message';
import { fromHolderSchema } from './message';
import type { Serve, ServeWindow } from './serving';
import { nothingServed } from './serving';

/** A connection to whoever carries a run. */
export interface RunClient {
  readonly pid: number;
  readonly now: () => Now;
  /** Resolves when the holder has taken the act. Throws `not-waiting` or what else the holder refused with. */
  readonly act: (act: Control, by: string) => Promise<void>;
  /**
   * Resolves when the holder has taken the wish; `now().held` says where the run is held, pushed like all of `now`. Throws
   * `not-waiting` where the run is asked to go over, into or out and nothing holds it.
   */
  readonly debug: (wish: DebugWish) => Promise<void>;
  /** Asks anew. */
  readonly status: () => Promise<Now>;
  /** Resolves when the connection is over; with the result where the run parked or ended under it. */
  readonly over: Promise<RunResult | null>;
  readonly close: () => void;
}

const PATIENCE_MS = 10_000;

/**
 * Connects to the holder that a lock names. Throws `runner-unreachable` where nobody answers there in 10 seconds.
 * @param onGrown is called with each push, whose last one is never left out
 * @param onLog is called with what log points say from now on
 * @param serve asks language models for the run; absent: somebody else has to
 */
export async function connectRun(
  holder: { readonly address: string; readonly token: string },
  from: Client,
  onGrown: (now: Now) => void = () => undefined,
  onLog: (log: DebugLog) => void = () => undefined,
  serve?: ServeWindow,
): Promise<RunClient> {
  const socket = createConnection(holder.address);
  const waiting = new Map<number, (message: FromHolder | null) => void>();
  let now: Now | null = null;
  let result: RunResult | null = null;
  let id = 0;
  const over = new Promise<RunResult | null>((resolve) => {
    socket.on('close', () => {
      for (const answer of waiting.values()) answer(null);
      resolve(result);
    });
  });
  socket.on('error', () => undefined);

  const hello = new Promise<number>((resolve, reject) => {
    const refuse = () => reject(unreachable(holder.address));
    const timer = setTimeout(() => {
      refuse();
      socket.destroy();
    }, PATIENCE_MS);
    socket.on('close', () => {
      clearTimeout(timer);
      refuse();
    });
    onJsonLines(socket, (value) => {
      const read = fromHolderSchema.safeParse(value);
      if (!read.success) {
        socket.destroy();
        return;
      }
      const message = read.data;
      if (message.type === 'ended') result = message.result;
      else if (message.type === 'log') onLog(message.log);
      else if (message.type === 'serve') void serves?.take(message.id, message.request);
      else if (message.type === 'drop') serves?.drop(message.id);
      else if (message.type === 'done' || message.type === 'refused') waiting.get(message.id)?.(message);
      else {
        now = message.now;
        if (message.type === 'status') waiting.get(message.id)?.(message);
        else onGrown(message.now);
        if (message.type === 'hello') {
          clearTimeout(timer);
          resolve(message.pid);
        }
      }
    });
  });
  const serves = serve && servesOver(socket, serve);
  const greeting: ToHolder = { type: 'hello', token: holder.token, from, ...(serve && { serves: true }) };
  socket.once('connect', () => sendJson(socket, greeting));

  const ask = async (message: (id: number) => ToHolder): Promise<FromHolder> => {
    const mine = id++;
    const answer = await new Promise<FromHolder | null>((resolve) => {
      waiting.set(mine, resolve);
      if (socket.destroyed) resolve(null);
      sendJson(socket, message(mine));
    });
    waiting.delete(mine);
    if (answer === null) throw unreachable(holder.address);
    if (answer.type === 'refused') throw new ConvergeError(answer.code, answer.message);
    return answer;
  };

  const pid = await hello;
  const latest = () => {
    if (now === null) throw unreachable(holder.address);
    return now;
  };
  return {
    pid,
    now: latest,
    act: async (act, by) => {
      await ask((mine) => ({ type: 'act', id: mine, by, act }));
    },
    debug: async (wish) => {
      await ask((mine) => ({ type: 'debug', id: mine, wish }));
    },
    status: async () => {
      await ask((mine) => ({ type: 'status', id: mine }));
      return latest();
    },
    over,
    close: () => socket.destroy(),
  };
}

/** Hands what the holder asks to `serve`, and what it answers back. */
function servesOver(socket: Socket, serve: ServeWindow) {
  const open = new Map<number, AbortController>();
  const say = (message: ToHolder) => sendJson(socket, message);
  socket.on('close', () => {
    for (const abort of open.values()) abort.abort();
  });
  return {
    take: async (id: number, request: Serve) => {
      const abort = new AbortController();
      open.set(id, abort);
      const served = await serve(request, abort.signal, () => say({ type: 'serving', id })).catch((thrown: unknown) =>
        nothingServed('failed', messageOf(thrown)),
      );
      open.delete(id);
      say({ type: 'served', id, served });
    },
    drop: (id: number) => open.get(id)?.abort(),
  };
}

const unreachable = (address: string): ConvergeError =>
  new ConvergeError(
    'runner-unreachable',
    `Nobody answers for this run at ${address}. If its process is gone, resume the run; else end the process and resume.`,
  );

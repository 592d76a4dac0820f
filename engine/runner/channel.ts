import type { Socket } from 'node:net';
import type { Flow } from '../flow/schema';
import type { RunResult, RunState } from '../run/state';
import type { Control } from '../trace/control';
import type { Refusal } from './acts';
import { refusalOf } from './acts';
import type { DebugLog, DebugWish, HeldAt } from './debugWish';
import { onJsonLines, sendJson } from './lines';
import type { Client, FromHolder } from './message';
import { nowOf, toHolderSchema } from './message';
import type { Windows } from './windows';
import { createWindows } from './windows';

/** What the holder's end of the channel needs of the run that is held. */
export interface Held {
  readonly run: string;
  readonly token: string;
  /** The run's own copy of its flow: caps may be set of loops that have not been entered. */
  readonly flow?: Flow;
  readonly state: () => RunState;
  /** Bytes of the trace that are durable. */
  readonly size: () => number;
  /** False: it came too late, and was not taken. */
  readonly act: (act: Control, by: string) => boolean;
  /** What debuggers may ask; absent: nothing of it can be carried out. */
  readonly debugging?: {
    readonly held: () => HeldAt | null;
    /** Why the wish cannot be taken, or null: it was. */
    readonly wish: (wish: DebugWish) => Refusal | null;
  };
}

/** The holder's end of a run's channel. */
export interface Channel {
  readonly serve: (socket: Socket) => void;
  /** The trace has grown: tells everybody, once for all that happened in one turn of the event loop. */
  readonly grew: () => void;
  /** Tells everybody at once. */
  readonly log: (log: DebugLog) => void;
  /** Windows that are connected now. */
  readonly windows: () => number;
  readonly onWindows: (listener: () => void) => void;
  /** Has a window ask a language model. */
  readonly ask: Windows<Socket>['ask'];
  /** Says the result to everybody; resolves when it is on its way, or after a second. Whoever closes the lock hangs up. */
  readonly end: (result: RunResult) => Promise<void>;
}

export function createChannel(held: Held): Channel {
  const clients = new Map<Socket, Client>();
  const listeners: (() => void)[] = [];
  const serving = createWindows<Socket>(sendJson);
  let told = true;
  const now = () => nowOf(held.state(), held.size(), held.debugging?.held() ?? null);
  const say = (message: FromHolder) => {
    for (const socket of clients.keys()) sendJson(socket, message);
  };
  const windows = () => [...clients.values()].filter((client) => client === 'window').length;
  const changed = () => {
    for (const listener of listeners) listener();
  };

  const heard = (socket: Socket, value: unknown) => {
    const message = toHolderSchema.safeParse(value);
    const known = clients.has(socket);
    if (!message.success || known === (message.data.type === 'hello')) {
      socket.destroy();
      return;
    }
    const reply = (answer: FromHolder) => sendJson(socket, answer);
    switch (message.data.type) {
      case 'hello':
        if (message.data.token !== held.token) {
          socket.destroy();
          return;
        }
        clients.set(socket, message.data.from);
        if (message.data.serves === true) serving.came(socket);
        reply({ type: 'hello', run: held.run, pid: process.pid, now: now() });
        changed();
        return;
      case 'status':
        reply({ type: 'status', id: message.data.id, now: now() });
        return;
      case 'act': {
        const { id, act, by } = message.data;
        const refusal = refusalOf(act, held.state(), held.flow) ?? (held.act(act, by) ? null : TOO_LATE);
        reply(refusal === null ? { type: 'done', id } : { type: 'refused', id, ...refusal });
        return;
      }
      case 'serving':
        serving.progress(message.data.id);
        return;
      case 'served':
        serving.answered(socket, message.data.id, message.data.served);
        return;
      case 'debug': {
        const { id, wish } = message.data;
        const refusal = held.debugging === undefined ? NOT_HERE : held.debugging.wish(wish);
        reply(refusal === null ? { type: 'done', id } : { type: 'refused', id, ...refusal });
        return;
      }
    }
  };

  return {
    serve: (socket) => {
      const forget = () => {
        serving.gone(socket);
        if (clients.delete(socket)) changed();
      };
      socket.on('error', forget).on('close', forget);
      onJsonLines(socket, (value) => heard(socket, value));
    },
    grew: () => {
      if (!told) return;
      told = false;
      setImmediate(() => {
        told = true;
        say({ type: 'grew', now: now() });
      });
    },
    log: (log) => say({ type: 'log', log }),
    windows,
    ask: serving.ask,
    onWindows: (listener) => listeners.push(listener),
    end: async (result) => {
      const said = [...clients.keys()].map(
        (socket) => new Promise<void>((resolve) => sendJson(socket, { type: 'ended', result }, resolve)),
      );
      const late = new Promise<void>((resolve) => setTimeout(resolve, 1000).unref());
      await Promise.race([Promise.all(said), late]);
    },
  };
}

const TOO_LATE: Refusal = {
  code: 'not-waiting',
  message: 'The run has parked or ended in this moment, and this was not taken. Look at it, then do it again.',
};
const NOT_HERE: Refusal = { code: 'not-waiting', message: 'Nothing can hold this run. Watch its trace instead.' };

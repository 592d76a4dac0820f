import type { Serve, Served } from './serving';
import { nothingServed } from './serving';

/** The requests that windows serve for a run. */
export interface Windows<W> {
  readonly came: (window: W) => void;
  readonly gone: (window: W) => void;
  /** The window is at it: something came from the model. */
  readonly progress: (id: number) => void;
  readonly answered: (window: W, id: number, served: Served) => void;
  /** Undefined: no window that serves is connected, also not `withinMs` later. */
  readonly ask: (request: Serve, on: Asked) => Promise<Served | undefined>;
}

export interface Asked {
  readonly withinMs: number;
  readonly onProgress?: () => void;
  /** Calls back once when nobody wants the answer any more. */
  readonly onStop?: (listener: () => void) => () => void;
}

type ToWindow =
  | { readonly type: 'serve'; readonly id: number; readonly request: Serve }
  | { readonly type: 'drop'; readonly id: number };

/** A line over the channel has at most a million characters. */
const MOST_CHARACTERS = 900_000;

export function createWindows<W>(send: (window: W, message: ToWindow) => void): Windows<W> {
  const serving: W[] = [];
  const waiting = new Set<() => void>();
  const open = new Map<
    number,
    { readonly window: W; readonly end: (served: Served) => void; readonly progress: () => void }
  >();
  let next = 0;

  const window = async (withinMs: number): Promise<W | undefined> => {
    if (serving.length === 0) {
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          waiting.delete(done);
          resolve();
        };
        const timer = setTimeout(done, withinMs);
        waiting.add(done);
      });
    }
    return serving.at(-1);
  };

  return {
    came: (one) => {
      serving.push(one);
      for (const done of [...waiting]) done();
    },
    gone: (one) => {
      const at = serving.indexOf(one);
      if (at >= 0) serving.splice(at, 1);
      for (const { window: of, end } of [...open.values()])
        if (of === one) end(nothingServed('failed', 'the window that asked the language model is gone'));
    },
    progress: (id) => open.get(id)?.progress(),
    answered: (one, id, served) => {
      const asked = open.get(id);
      if (asked?.window === one) asked.end(served);
    },
    ask: async (request, { withinMs, onProgress = () => undefined, onStop }) => {
      const one = await window(withinMs);
      if (one === undefined) return undefined;
      if (JSON.stringify(request).length > MOST_CHARACTERS)
        return nothingServed('failed', 'the conversation is too long to be handed to a window');
      const id = next++;
      return new Promise<Served>((resolve) => {
        let forget = (): void => {};
        const end = (served: Served) => {
          open.delete(id);
          forget();
          resolve(served);
        };
        open.set(id, { window: one, end, progress: onProgress });
        forget =
          onStop?.(() => {
            send(one, { type: 'drop', id });
            end(nothingServed('failed', 'it was stopped before it was done'));
          }) ?? forget;
        send(one, { type: 'serve', id, request });
      });
    },
  };
}

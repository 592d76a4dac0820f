import type { Json } from '../../engine/json';
import { replaceOnce } from '../../engine/node/workers/played/scriptedEdits';
import type { ScriptedTurn } from '../../engine/node/workers/played/scriptedTurns';
import { scriptedUsage, turnFor } from '../../engine/node/workers/played/scriptedTurns';
import type { CommandRequest, CommandResult, Ports, Worker } from '../../engine/ports';
import type { Play, World } from '../fakes/world';
import { Crash, world } from '../fakes/world';
import type { Recipe } from './recipe';

/** How a template's run differs from its show. */
export interface Scene {
  /** Played before the show's turns: the first that fits is the one. */
  readonly turns?: readonly ScriptedTurn[];
  /** In place of played ones. */
  readonly workers?: Readonly<Record<string, Play>>;
  /** Whether the commands are green on these files. Default: they are. */
  readonly green?: (files: ReadonlyMap<string, string>) => boolean;
  /** What the poll of a watch answers. */
  readonly poll?: (files: ReadonlyMap<string, string>, cursor: Json) => Json;
  /** Called before and after each write that is none of the trace's: run folder, store, files put back. Throwing is a crash. */
  readonly onWrite?: (when: 'before' | 'after') => void;
}

/** The world of a recipe in memory. A process that crashed in it does nothing any more: no file, no turn, no claim. */
export function staged({ flow, files, turns }: Recipe, scene: Scene): World {
  const play = played([...(scene.turns ?? []), ...turns]);
  const names = Object.keys(flow.workers ?? {});
  const green = scene.green ?? (() => true);
  const made = world({
    files,
    workers: Object.fromEntries(names.map((name) => [name, scene.workers?.[name] ?? play])),
    check: (now) => (green(now) ? { exit: 0, output: TESTS } : { exit: 1, output: FAILED_TESTS }),
  });
  const { ports } = made;
  return Object.assign(made, {
    ports: (stop?: Parameters<typeof ports>[0]) => mortal(made, ports(stop), scene),
  });
}

const TESTS = 'TAP version 13\nok 1 - a\nok 2 - b\n1..2\n';
const FAILED_TESTS = 'TAP version 13\nok 1 - a\nnot ok 2 - b\n1..2\n';

function mortal(made: World, ports: Ports, scene: Scene): Ports {
  let dead = false;
  const alive = <A extends readonly unknown[], R>(act: (...args: A) => Promise<R>) => {
    return async (...args: A): Promise<R> => {
      if (dead) throw new Crash();
      return act(...args);
    };
  };
  const write = <A extends readonly unknown[], R>(act: (...args: A) => Promise<R>) =>
    alive(async (...args: A): Promise<R> => {
      try {
        scene.onWrite?.('before');
        const came = await act(...args);
        scene.onWrite?.('after');
        return came;
      } catch (thrown) {
        dead = thrown instanceof Crash;
        throw thrown;
      }
    });
  const worker = (one: Worker | undefined): Worker | undefined => one && { ...one, run: alive(one.run) };
  return {
    ...ports,
    trace: {
      append: alive(async (lines) => {
        try {
          await ports.trace.append(lines);
        } catch (thrown) {
          dead = true;
          throw thrown;
        }
      }),
    },
    folder: { project: write(ports.folder.project), artifact: write(ports.folder.artifact) },
    workspace: { ...ports.workspace, restore: write(ports.workspace.restore) },
    store: {
      get: alive(ports.store.get),
      put: write(ports.store.put),
      delete: write(ports.store.delete),
      search: alive(ports.store.search),
    },
    commands: {
      run: alive(async (request, stop) =>
        request.answers ? polled(made, request, scene) : ports.commands.run(request, stop),
      ),
    },
    worker: (name) => worker(ports.worker(name)),
  };
}

function polled({ files }: World, request: CommandRequest, { poll }: Scene): CommandResult {
  const answer = poll?.(files, JSON.parse(request.stdin ?? 'null')) ?? { outcome: 'terminal' };
  const stdout = `${JSON.stringify(answer)}\n`;
  return { status: 'exited', exit: 0, signal: null, output: stdout, stdout, log: null, durationMs: 1 };
}

const played =
  (turns: readonly ScriptedTurn[]): Play =>
  (request, files) => {
    const turn = turnFor(turns, request);
    if (turn === undefined) throw new Error(`no turn for ${request.step}, visit ${request.visit}`);
    for (const edit of turn.edits ?? []) {
      const text = files.get(edit.path) ?? '';
      if ('delete' in edit) files.delete(edit.path);
      else files.set(edit.path, 'content' in edit ? edit.content : (replaceOnce(text, edit.replace).text ?? text));
    }
    return {
      ...(turn.fail === undefined ? {} : { status: turn.fail, why: 'the script says so' }),
      ...(turn.text === undefined ? {} : { text: turn.text }),
      ...(turn.structured === undefined ? {} : { structured: turn.structured }),
      ...(turn.branch === undefined ? {} : { branch: turn.branch }),
      ...(turn.claims?.changedFiles === undefined ? {} : { claims: turn.claims.changedFiles }),
      usage: scriptedUsage(turn.usage),
    };
  };

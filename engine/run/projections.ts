import type { Json } from '../json';
import type { Clock } from '../ports';
import { shown } from '../steps/holdOut';
import type { RunIo } from './io';
import type { RunState, StepState } from './state';
import { EMPTY_STATE } from './state';
import type { Visit } from './visits';
import { visitsBetween } from './visits';

/**
 * Writes the files of the run folder that are derived from the state: the ledger and the notes when they have changed, an
 * artifact for each visit that left something. Those are gathered while `artifacts` is false. Delete a file and resume: it
 * is back, the same. `unwritten`: visits that whoever carried the run before may not have come to.
 */
export function projector(io: ProjectorIo, unwritten: readonly Visit[] = []): (artifacts?: boolean) => Promise<void> {
  let seen: RunState = EMPTY_STATE;
  let left: Visit[] = [...unwritten];
  return async (artifacts = true) => {
    const state = io.state();
    const before = seen;
    seen = state;
    const first = before === EMPTY_STATE;
    const ledger = state.ledger !== before.ledger;
    const notes =
      state.loops !== before.loops &&
      Object.entries(state.loops).some(([id, loop]) => loop.notes !== before.loops[id]?.notes);
    if (ledger || notes) await io.flush();
    const { folder } = io.ports;
    if (ledger || first) await folder.project('honesty-ledger.json', ledgerJson(state));
    if (notes || first) await folder.project('notes.json', notesJson(state));
    left.push(...visitsBetween(before, state));
    if (!artifacts) return;
    const now = left;
    left = [];
    for (const { name, id, step } of now) await folder.artifact(name, step.visits, artifactJson(id, step));
  };
}

/** Artifacts at once, and then at most every so often. Whoever parks or ends writes what is left. */
export function gathered(clock: Clock, project: (artifacts: boolean) => Promise<void>): () => Promise<void> {
  let last = Number.NEGATIVE_INFINITY;
  return async () => {
    const since = clock.now() - last;
    // A clock that was set back is no reason to wait.
    const due = since < 0 || since >= GATHER_MS;
    await project(due);
    if (due) last = clock.now();
  };
}

const GATHER_MS = 200;

type ProjectorIo = Pick<RunIo, 'state' | 'flush'> & { readonly ports: Pick<RunIo['ports'], 'folder'> };

const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value));

const ledgerJson = (state: RunState): Json =>
  plain({
    open: state.ledger.filter((latch) => latch.state === 'open'),
    closed: state.ledger.filter((latch) => latch.state !== 'open'),
  });

const notesJson = (state: RunState): Json =>
  plain(Object.fromEntries(Object.entries(state.loops).map(([id, { notes, steers }]) => [id, { notes, steers }])));

/**
 * Says which pass of which until loop it is of, and which iteration of which group or improve loop (`inner`). Artifacts are
 * for workers too: of hold-outs they hold nothing.
 */
const artifactJson = (step: string, { visits, loop, pass, inner, outcome, result }: StepState): Json =>
  plain({
    ...{ step, visit: visits, loop, pass, inner, outcome },
    result: result.kind === 'verify' ? { ...result, commands: shown(result.commands) } : result,
  });

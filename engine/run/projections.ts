import type { Json } from '../json';
import type { Clock } from '../ports';
import type { RunIo } from './io';
import type { RunState, StepState } from './state';
import { EMPTY_STATE } from './state';

/**
 * Writes the files of the run folder that are derived from the state: the ledger and the notes when they have changed, an
 * artifact for each step that was decided. Delete one and resume: it is back, the same.
 */
export function projector(io: ProjectorIo): () => Promise<void> {
  let seen: RunState = EMPTY_STATE;
  return async () => {
    const state = io.state();
    const before = seen;
    seen = state;
    if (state === before && before !== EMPTY_STATE) return;
    const ledger = state.ledger !== before.ledger;
    const notes = Object.entries(state.loops).some(([id, loop]) => loop.notes !== before.loops[id]?.notes);
    const steps = changedSteps(state, before);
    if (!ledger && !notes && steps.length === 0 && before !== EMPTY_STATE) return;
    if (ledger || notes) await io.flush();
    const { folder } = io.ports;
    if (ledger || before === EMPTY_STATE) await folder.project('honesty-ledger.json', ledgerJson(state));
    if (notes || before === EMPTY_STATE) await folder.project('notes.json', notesJson(state));
    for (const { name, id, step } of steps) await folder.artifact(name, step.visits, artifactJson(id, step));
  };
}

/**
 * Projects at once, and then at most every so often: of steps that are quicker than that only the last visits get their
 * artifact. Whoever parks or ends projects what is left.
 */
export function gathered(clock: Clock, project: () => Promise<void>): () => Promise<void> {
  let last = Number.NEGATIVE_INFINITY;
  return async () => {
    const since = clock.now() - last;
    // A clock that was set back is no reason to wait.
    if (since >= 0 && since < GATHER_MS) return;
    await project();
    last = clock.now();
  };
}

const GATHER_MS = 200;

interface ChangedStep {
  /** Of its folder: the step, behind the call it belongs to. */
  readonly name: string;
  readonly id: string;
  readonly step: StepState;
}

function changedSteps(state: RunState, before: RunState): readonly ChangedStep[] {
  const flows = [
    { prefix: '', now: state.steps, was: before.steps },
    ...(state.children === before.children ? [] : Object.entries(state.children)).flatMap(([within, child]) =>
      child.flow === null
        ? []
        : [
            {
              prefix: `${within.replaceAll('/', '.').replaceAll('#', '-')}.`,
              now: child.steps,
              was: before.children[within]?.steps ?? {},
            },
          ],
    ),
  ];
  return flows.flatMap(({ prefix, now, was }) => {
    if (now === was) return [];
    return Object.entries(now).flatMap(([id, step]) =>
      step === was[id] ? [] : [{ name: `${prefix}${id}`.slice(-100).replace(/^[^A-Za-z0-9]+/, ''), id, step }],
    );
  });
}

type ProjectorIo = Pick<RunIo, 'state' | 'flush'> & { readonly ports: Pick<RunIo['ports'], 'folder'> };

const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value));

const ledgerJson = (state: RunState): Json =>
  plain({
    open: state.ledger.filter((latch) => latch.state === 'open'),
    closed: state.ledger.filter((latch) => latch.state !== 'open'),
  });

const notesJson = (state: RunState): Json =>
  plain(Object.fromEntries(Object.entries(state.loops).map(([id, { notes, steers }]) => [id, { notes, steers }])));

/** Says which pass of which until loop it is of, and which iteration of which group or improve loop (`inner`). */
const artifactJson = (step: string, { visits, loop, pass, inner, outcome, result }: StepState): Json =>
  plain({ step, visit: visits, loop, pass, inner, outcome, result });

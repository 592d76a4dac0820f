import type { FlowEdit } from '../../engine/flow/edit';
import { fragmentOf } from '../../engine/flow/fragment';
import { graphOf } from '../../engine/flow/graph';
import { LOOP_TYPES, STEP_KINDS, TERMINALS } from '../../engine/flow/names';
import type { Json } from '../../engine/json';
import { at, isObject } from '../../engine/json';
import type { Random } from '../random';

/** Any edit of this flow, sensible or not: some are refused. */
export function randomEdit(flow: Json, { pick, some, int, chance }: Random): FlowEdit {
  const { steps, routes, loops } = graphOf(flow);
  const ids = steps.map(({ id }) => id);
  const step = () => (ids.length === 0 || chance(0.02) ? 'nobody' : pick(ids));
  const few = () => (ids.length === 0 ? [] : some(ids).slice(0, int(1, 4)));
  const target = () => (chance(0.2) ? pick(TERMINALS) : step());
  const route = () => (routes.length === 0 ? 'none' : pick(routes).id);
  const loop = () => (loops.length === 0 ? 'none' : pick(loops).id);
  const place = (): readonly [number, number] => [int(-500, 500), int(-500, 500)];
  const name = () => pick(['x', 'act2', 'step-9', 'other', 'budget', '1st', step()]);
  const entry = (map: 'workers' | 'channels' | 'inputs') => {
    const value = at(flow, [map]);
    return isObject(value) && Object.keys(value).length > 0 ? pick(Object.keys(value)) : 'none';
  };
  const map = pick(['workers', 'channels', 'inputs'] as const);
  const wrap = (): FlowEdit => {
    const within = loops.length > 0 && chance(0.3) ? pick(loops) : null;
    const [head, tail] = within === null ? [step(), step()] : [within.body[0] ?? step(), within.body.at(-2) ?? step()];
    return { type: 'wrapInLoop', head, tail, loop: pick(LOOP_TYPES) };
  };
  return pick<() => FlowEdit>([
    () => ({
      type: 'addStep',
      kind: pick(STEP_KINDS),
      ...pick([{}, { after: step() }, { onRoute: route() }, { position: place() }]),
    }),
    () => ({ type: 'connect', from: step(), to: target() }),
    () => ({ type: 'reconnect', route: route(), to: target() }),
    () => ({ type: 'disconnect', route: route() }),
    () => ({ type: 'deleteSteps', ids: few() }),
    () => ({ type: 'deleteSteps', ids: few() }),
    () => ({ type: 'renameStep', from: step(), to: name() }),
    () => ({ type: 'renameLoop', from: loop(), to: name() }),
    () => ({ type: 'renameEntry', map, from: entry(map), to: name() }),
    () => ({ type: 'move', positions: Object.fromEntries(few().map((id) => [id, place()])) }),
    () => ({ type: 'tidy' }),
    wrap,
    () => ({ type: 'removeLoop', id: loop() }),
    () => ({ type: 'takeOut', ids: few() }),
    () => ({ type: 'takeOut', ids: loops.length === 0 ? few() : some(pick(loops).body).slice(0, 2) }),
    () => ({ type: 'duplicate', ids: few() }),
    () => ({ type: 'duplicate', ids: loops.length === 0 ? few() : pick(loops).body }),
    () => ({ type: 'paste', fragment: fragmentOf(flow, few()), ...(chance(0.5) ? { position: place() } : {}) }),
    () => ({
      type: 'batch',
      edits: [
        { type: 'disconnect', route: route() },
        { type: 'deleteSteps', ids: few() },
      ],
    }),
  ])();
}

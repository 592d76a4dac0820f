import type { Flow } from '../engine/flow/schema';
import { roleOfStep } from '../engine/run/whoDoes';
import { whoWouldDo, whoWouldDoSteps } from '../engine/run/whoWouldDo';
import { settings } from './settings';

const around = () => {
  const { machine, overrides } = settings();
  return { ...machine, overrides };
};

/** Who would do a step with a worker of this name on this machine as it is set now, and what that could prove of its cost. */
export function whoDoesHere(flow: Flow | null): (worker: string, step: string | undefined) => string | undefined {
  return (worker, id) => {
    if (flow === null) return undefined;
    const step = id === undefined ? undefined : flow.steps[id];
    return whoWouldDo(worker, step && roleOfStep(step), flow, around());
  };
}

/** The same for all steps of a flow, by the names that they use. */
export const whoDoesSteps = (flow: Flow | null) => (flow === null ? {} : whoWouldDoSteps(flow, around()));

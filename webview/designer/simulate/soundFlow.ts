import type { Flow } from '../../../engine/flow/schema';
import { hasErrors } from '../../../engine/issue';
import type { Snapshot } from '../../protocol';

/** The flow where it can be played out: the extension has read it and found no error. */
export function soundFlow({ flow, broken, issues }: Snapshot): Flow | null {
  return isSound(flow, broken === null && flow !== null && !hasErrors(issues)) ? flow : null;
}

const isSound = (_flow: unknown, checked: boolean): _flow is Flow => checked;

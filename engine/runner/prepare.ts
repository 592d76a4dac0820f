import { assertTrusted } from './allowed';
import type { Prepared } from './prepared';
import { prepareResume } from './prepareResume';
import { prepareStart } from './prepareStart';
import type { CarrySpec } from './startSpec';
import type { Undoing } from './undoing';

/**
 * Looks at all that could be wrong, in the order in which a person would want to hear of it, then takes what is needed.
 * What has been taken or made goes onto `undoing`. Throws a `ConvergeError` for each thing that is wrong.
 */
export async function prepare(spec: CarrySpec, undoing: Undoing): Promise<Prepared> {
  // First of all: not even a lock is taken, nor a run ended, where nothing is trusted.
  assertTrusted(spec);
  return spec.kind === 'start' ? prepareStart(spec, undoing) : prepareResume(spec, undoing);
}

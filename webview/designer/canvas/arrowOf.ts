import type { Prospect } from '../../../engine/flow/leadsTo';
import type { Tone } from '../../../engine/flow/tone';

/** The id of the arrow head of a line that looks like this. */
export const arrowOf = (tone: Tone, reach: Prospect | null): string =>
  reach === null ? `arrow-${tone}` : `arrow-${tone}-${reach}`;

import type { Turn } from '../../../ports';

/** Where a turn stands in its run. */
export interface TurnPlace {
  readonly step: string;
  readonly pass: number;
  readonly visit: number;
  readonly attempt: number;
}

export function placeOfTurn({ request: { step, pass, visit, attempt } }: Turn): TurnPlace {
  return { step, pass, visit, attempt };
}

export const placeText = (place: TurnPlace): string =>
  `step "${place.step}", pass ${place.pass}, visit ${place.visit}, attempt ${place.attempt}`;

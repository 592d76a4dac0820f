import type { Turn } from '../../ports';

/** Where a turn stands, as its key and request say. */
export interface TurnPlace {
  readonly step: string;
  readonly pass: number;
  readonly visit: number;
  readonly attempt: number;
}

/** The visit is the last but one part of the key `<run>/<step>/<visit>/<attempt>`. */
export function placeOfTurn(turn: Turn): TurnPlace {
  const { step, pass, attempt } = turn.request;
  return { step, pass, visit: Number(turn.key.split('/').at(-2)), attempt };
}

export const placeText = (place: TurnPlace): string =>
  `step "${place.step}", pass ${place.pass}, visit ${place.visit}, attempt ${place.attempt}`;

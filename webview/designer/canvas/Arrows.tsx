import type { ReactNode } from 'react';
import type { Prospect } from '../../../engine/flow/leadsTo';
import type { Tone } from '../../../engine/flow/tone';
import { arrowOf } from './arrowOf';

const PLAIN: readonly Tone[] = ['strong', 'weak', 'outcome', 'confirmed', 'back'];
const EXITS: readonly Tone[] = ['exhausted', 'converged'];
const REACHES: readonly Prospect[] = ['complete', 'stop', 'other'];
const HEADS: readonly (readonly [Tone, Prospect | null])[] = [
  ...PLAIN.map((tone) => [tone, null] as const),
  ...EXITS.flatMap((tone) => REACHES.map((reach) => [tone, reach] as const)),
];

/** The arrow heads, one for each look so that each has its line's colour. */
export function Arrows(): ReactNode {
  return (
    <svg className="arrows" aria-hidden="true" width="0" height="0">
      <defs>
        {HEADS.map(([tone, reach]) => (
          <marker
            key={arrowOf(tone, reach)}
            id={arrowOf(tone, reach)}
            className={`tone-${tone}${reach === null ? '' : ` reach-${reach}`}`}
            viewBox="0 0 10 10"
            refX="8.5"
            refY="5"
            markerWidth="9"
            markerHeight="9"
            markerUnits="userSpaceOnUse"
            orient="auto-start-reverse"
          >
            <path d="M1 1L9 5L1 9z" />
          </marker>
        ))}
      </defs>
    </svg>
  );
}

import type { Flow } from '../../engine/flow/schema';
import type { Json } from '../../engine/json';
import { events, flowOf } from '../fakes/runs';
import type { Check, Play, World } from '../fakes/world';
import { world } from '../fakes/world';
import { work } from './refining';

interface Parts {
  readonly loop?: { readonly [key: string]: Json };
  readonly steps?: { readonly [key: string]: Json };
  readonly loops?: { readonly [key: string]: Json };
  readonly start?: string;
}

/** write → score, round after round; then it is reported. */
export const draftFlow = ({ loop = {}, steps = {}, loops = {}, start = 'write' }: Parts = {}): Flow =>
  flowOf({
    converge: 1,
    id: 'draft',
    start,
    steps: {
      write: { ...work('score'), worker: 'writer' },
      score: { ...work('report'), worker: 'scorer' },
      report: { ...work('@complete'), worker: 'reporter' },
      ...steps,
    },
    loops: { draft: { type: 'improve', head: 'write', tail: 'score', ...loop }, ...loops },
  });

/** The file is written anew each round; scores by round, a number or a whole output. */
export function drafting(scores: readonly Json[], check?: Check): World {
  const writer: Play = ({ visit }, files) => {
    files.set('draft.md', `draft ${visit}`);
    return {};
  };
  const scorer: Play = ({ visit }) => {
    const score = scores[visit - 1] ?? null;
    return { structured: typeof score === 'number' ? { score } : score };
  };
  return world({
    workers: { writer, scorer, reporter: () => ({}), w: () => ({}) },
    ...(check === undefined ? {} : { check }),
  });
}

/** The rounds as they were decided, such as `1: 50 better`, `2: none`, and how the loop ended. */
export const rounds = (made: World): readonly string[] => [
  ...events(made, 'improve.scored').map(
    ({ round, score, improved }) => `${round}: ${score ?? 'none'}${improved ? ' better' : ''}`,
  ),
  ...events(made, 'improve.ended').map(({ reason, to }) => `${reason} → ${to.join(' ')}`),
];

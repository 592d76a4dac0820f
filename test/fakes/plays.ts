import type { Usage } from '../../engine/ports';
import { events } from './runs';
import type { Check, Play, World } from './world';

/** Plays of workers and checks that many tests share. */
export const green: Check = () => ({ exit: 0 });
export const red: Check = () => ({ exit: 1, output: 'boom' });
/** Green as soon as `a.js` says so. */
export const byFile: Check = (files) => ({ exit: files.get('a.js') === 'good' ? 0 : 1 });
export const idle: Play = () => ({});
export const met: Play = () => ({ structured: { goalMet: true, lesson: 'done' } });
/** Never met, with a lesson and a new marker each pass. */
export const notMet: Play = (request) => ({
  structured: { goalMet: false, lesson: `L${request.pass}`, marker: request.pass },
});

export const usd = (cost: number): Usage => ({
  state: 'reported',
  usd: cost,
  tokens: { in: 1, cachedIn: 0, cacheWrite: 0, out: 1, reasoning: 0 },
  basis: 'worker-estimate',
});
export const tokens = (count: number): Usage => ({
  state: 'reported',
  usd: null,
  tokens: { in: count, cachedIn: 0, cacheWrite: 0, out: 0, reasoning: 0 },
  basis: null,
});
export const absent: Usage = { state: 'absent', why: 'the worker reported no usage' };

export const passes = (made: World): readonly number[] => events(made, 'pass.started').map(({ pass }) => pass);
export const weighed = (made: World) => events(made, 'claim.weighed');
/** The terms that did not hold in a pass. */
export const failing = (made: World, pass: number): readonly string[] | undefined =>
  weighed(made)
    .find((event) => event.pass === pass)
    ?.terms.flatMap((term) => (term.ok ? [] : [term.term]));

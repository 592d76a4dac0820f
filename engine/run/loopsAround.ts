import type { StepScope, Within } from '../trace/scope';
import { isItem, parentOf, placeOf, qualified } from '../trace/scope';
import type { RunState } from './state';

/** The qualified names of all loops that a step stands in: its own, and those around each call that led to it. */
export function loopsAround(
  state: Pick<RunState, 'children'>,
  { loop, inner, within = '' }: Pick<StepScope, 'loop' | 'inner'> & { readonly within?: Within },
): readonly string[] {
  let flow = within;
  while (isItem(flow)) flow = parentOf(flow);
  const own = [loop, inner?.loop].flatMap((name) => (name === undefined ? [] : [qualified(placeOf(flow), name)]));
  return [...(state.children[flow]?.around ?? []), ...own];
}

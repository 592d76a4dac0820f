import type { Flow, Loop } from '../flow/schema';
import type { RaisedBounds } from '../trace/control';
import { BUDGET } from '../trace/control';

/**
 * The bounds that a flow sets, under the names by which they are raised: of one of its loops, or under `budget` of the
 * run itself. Those that hold without being written are among them. Undefined where there is no such loop.
 */
export function declaredBounds(flow: Flow, id: string): RaisedBounds | undefined {
  if (id !== BUDGET) {
    const loop = Object.hasOwn(flow.loops ?? {}, id) ? flow.loops?.[id] : undefined;
    return loop === undefined ? undefined : boundsOfLoop(loop);
  }
  const { usd, tokens, minutes, superSteps = SUPER_STEPS } = flow.budget ?? {};
  return written({ usd, tokens, minutes, superSteps });
}

const SUPER_STEPS = 1000;
const ROUNDS = 20;

function boundsOfLoop(loop: Loop): RaisedBounds {
  switch (loop.type) {
    case 'until': {
      const { maxPasses, noProgressCeiling } = loop;
      return written({ maxPasses, usd: loop.spendCap?.usd, tokens: loop.spendCap?.tokens, noProgressCeiling });
    }
    case 'group':
      return { maxIterations: loop.maxIterations };
    case 'improve':
      return { maxIterations: loop.maxIterations ?? ROUNDS };
  }
}

const written = (bounds: { readonly [K in keyof RaisedBounds]: number | undefined }): RaisedBounds =>
  Object.fromEntries(Object.entries(bounds).filter(([, value]) => value !== undefined));

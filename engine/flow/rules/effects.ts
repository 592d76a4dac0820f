import type { Issue } from '../../issue';
import { at } from '../../json';
import type { FlowView } from './rule';
import { error, warning } from './rule';

/** Work that is done once: where a cache may stand, and what the settings of an effect leave open. */
export function effectRules({ flow, graph, written }: FlowView): readonly Issue[] {
  return graph.steps.flatMap(({ id, kind, path }) => {
    const step = written(id);
    if (step.cache === undefined && step.effect === undefined) return [];
    const own = (key: 'cache' | 'effect') => step[key];
    const issues: Issue[] = [];
    const remove = (key: string) => ({ title: `Remove "${key}"`, changes: [{ path: [...path, key] }] });
    if (own('cache') !== undefined && !CACHED.includes(kind)) {
      const message = `A step of kind ${kind || 'none'} has no cache: what "${id}" finds must be found anew each time. Remove it.`;
      issues.push(error('cache-not-allowed', [...path, 'cache'], message, remove('cache')));
    }
    if (own('effect') === undefined) return issues;
    if (kind !== 'work') {
      const message = `A step of kind ${kind || 'none'} cannot guard an effect. Let a work step do what must happen once.`;
      issues.push(error('effect-not-allowed', [...path, 'effect'], message, remove('effect')));
      return issues;
    }
    if (own('cache') !== undefined) {
      const message = `"${id}" has a cache and an effect: an effect that is served from a cache would not happen. Keep one.`;
      issues.push(error('cache-with-effect', [...path, 'cache'], message, remove('cache')));
    }
    const onIncomplete = at(flow, [...path, 'effect', 'onIncomplete']) ?? 'error';
    const release = at(flow, [...path, 'effect', 'onError']) === 'release';
    if (onIncomplete === 'rerun') {
      const message = `"${id}" repeats its effect where nobody knows whether it happened. Right only where twice is as good as once.`;
      const here = [...path, 'effect', 'onIncomplete'];
      issues.push(warning('effect-rerun', here, message, { title: 'Fail instead', changes: [{ path: here }] }));
    }
    if (onIncomplete === 'error' && release) {
      const here = [...path, 'effect', 'onError'];
      const message = `"${id}" gives up its claim when it fails, so a retry repeats an effect whose answer was lost: "onIncomplete": "error" guards only against a crash.`;
      issues.push(warning('effect-release', here, message, { title: 'Keep the claim', changes: [{ path: here }] }));
    }
    return issues;
  });
}

const CACHED: readonly string[] = ['work', 'map', 'call'];

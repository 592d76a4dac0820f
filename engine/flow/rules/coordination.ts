import type { Issue } from '../../issue';
import { at } from '../../json';
import { changeTo, remove } from './fixes';
import type { FlowView } from './rule';
import { error, warning } from './rule';

/** Main is a router: it takes control from groups and gives it on. The terminal step stands outside of groups. */
export function coordinationRules({ flow, graph, steps }: FlowView): readonly Issue[] {
  const main = at(flow, ['main']);
  const terminal = at(flow, ['terminal']);
  const step = typeof main === 'string' ? steps.get(main) : undefined;
  const issues: Issue[] = [];
  if (step !== undefined && step.kind !== 'router') {
    const message = `"main" names "${step.id}", which is of kind ${step.kind || 'none'}. Main decides and does no work: name a router.`;
    const [router, ...others] = graph.steps.filter(({ kind }) => kind === 'router');
    const fix = (others.length > 0 ? undefined : changeTo(['main'], router?.id)) ?? remove(['main']);
    issues.push(error('main-not-router', ['main'], message, fix));
  }
  for (const loop of graph.loops) {
    if (
      loop.type !== 'group' ||
      typeof terminal !== 'string' ||
      loop.tail === terminal ||
      !loop.body.includes(terminal)
    )
      continue;
    const message = `The terminal step "${terminal}" stands inside of the group "${loop.id}": a batch could end the run before it is used up. Put it behind the group.`;
    issues.push(warning('terminal-in-group', loop.path, message));
  }
  return issues;
}

import type { Graph } from '../../engine/flow/graph';
import type { Issue } from '../../engine/issue';
import type { Row } from './row';
import { say } from './say';
import { count, joined } from './words';

/** The steps and loops of a flow below its row, in the order of the file: a click selects one wherever the flow is shown. */
export function partRows(uri: string, graph: Graph, issues: readonly Issue[]): readonly Row[] {
  const tally = new Map<string, { errors: number; warnings: number }>();
  for (const { path, severity } of issues) {
    const place = `${path[0]} ${path[1]}`;
    const found = tally.get(place) ?? { errors: 0, warnings: 0 };
    if (severity === 'error') found.errors += 1;
    if (severity === 'warning') found.warnings += 1;
    tally.set(place, found);
  }
  const row = (map: 'steps' | 'loops', id: string, label: string, what: string, icon: string): Row => {
    const { errors, warnings } = tally.get(`${map} ${id}`) ?? { errors: 0, warnings: 0 };
    const problems = joined(errors > 0 ? count(errors, 'error') : '', warnings > 0 ? count(warnings, 'warning') : '');
    const key = map === 'steps' ? id : `loop:${id}`;
    return {
      id: partRowId(uri, key),
      label,
      description: joined(what, problems),
      icon: errors > 0 ? 'error' : icon,
      ...(errors > 0 ? { colour: 'bad' as const } : warnings > 0 ? { colour: 'warning' as const } : {}),
      contextValue: 'part',
      spoken: joined(map === 'steps' ? say('Step {0}', label) : say('Loop {0}', label), what, problems),
      children: [],
      target: { open: 'flow', uri, select: key },
    };
  };
  return [
    ...graph.steps.map(({ id, title, kind }) => row('steps', id, title, kind, ICONS[kind] ?? 'circle-outline')),
    ...graph.loops.map(({ id, type }) => row('loops', id, id, say('{0} loop', type), 'sync')),
  ];
}

/** The row of a step or loop, by its key in the shared selection. */
export const partRowId = (uri: string, key: string): string => `flow:${uri}#${key}`;

const ICONS: Readonly<Record<string, string>> = {
  work: 'edit',
  verify: 'beaker',
  judge: 'law',
  gate: 'shield',
  router: 'git-branch',
  ask: 'comment-discussion',
  map: 'list-tree',
  join: 'git-merge',
  plan: 'checklist',
  watch: 'eye',
  call: 'references',
};

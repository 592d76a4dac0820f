import type { Issue } from '../../issue';
import type { JsonPath } from '../../json';
import { at } from '../../json';
import type { GraphStep } from '../graph';
import type { FlowView } from './rule';
import { error, warning } from './rule';

/** What a command has beside how it is started has to be of use where it stands. */
export function evidenceRule(view: FlowView, step: GraphStep, path: JsonPath): readonly Issue[] {
  const command = at(view.flow, path) ?? null;
  const confirm = at(command, ['confirm']);
  const report = at(command, ['report']);
  const weighed =
    step.kind === 'verify' && view.graph.loops.some(({ type, body }) => type === 'until' && body.includes(step.id));
  return [
    ...(at(command, ['holdout']) === true && !weighed ? [neverRuns(step, path)] : []),
    ...(typeof confirm === 'number' && confirm > 1 && !weighed ? [neverUsed(step, path)] : []),
    ...(step.kind === 'watch' && report !== undefined ? [unread(path)] : []),
    ...(typeof report === 'string' && leadsOut(at(command, ['cwd']), report) ? [outside(report, path)] : []),
  ];
}

function neverRuns({ id }: GraphStep, path: JsonPath): Issue {
  const message = `"${id}" stands in no until loop as a verification, so nothing is claimed there and this hold-out never runs. Take "holdout" away, or move the command into a verification of the loop's body.`;
  return error('holdout-never-runs', [...path, 'holdout'], message, {
    title: 'Run it like any other',
    changes: [{ path: [...path, 'holdout'] }],
  });
}

function neverUsed({ id }: GraphStep, path: JsonPath): Issue {
  const message = `"${id}" stands in no until loop as a verification, so nothing is claimed there, and the command runs once.`;
  return warning('confirm-never-used', [...path, 'confirm'], message, {
    title: 'Take it away',
    changes: [{ path: [...path, 'confirm'] }],
  });
}

const unread = (path: JsonPath): Issue =>
  warning('report-not-read', [...path, 'report'], 'A poll answers on its standard output: no report of it is read.', {
    title: 'Take it away',
    changes: [{ path: [...path, 'report'] }],
  });

const outside = (report: string, path: JsonPath): Issue =>
  error(
    'report-outside',
    [...path, 'report'],
    `"${report}" leads out of the workspace, where no report is read. Let the command write it below the workspace root.`,
  );

function leadsOut(cwd: unknown, path: string): boolean {
  const parts = [...(typeof cwd === 'string' ? cwd.split(/[\\/]/) : []), ...path.split(/[\\/]/)];
  let depth = 0;
  for (const part of parts) {
    if (part === '' || part === '.') continue;
    depth += part === '..' ? -1 : 1;
    if (depth < 0) return true;
  }
  return /^([\\/]|[A-Za-z]:)/.test(path);
}

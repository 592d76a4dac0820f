import type { Fix, Issue } from '../../issue';
import type { Json, JsonPath } from '../../json';
import { whyNotBrought } from '../isolation';
import { remove, setTo } from './fixes';
import type { FlowView } from './rule';
import { error, listAt, objectAt, warning } from './rule';

const KEY = 'workspace';
const ISOLATION: JsonPath = [KEY, 'isolation'];

/** What only a worktree has, paths that lead elsewhere, and a wish that nothing would hold. */
export function workspaceRules({ flow }: FlowView): readonly Issue[] {
  const { isolation, commitEachPass, sandbox, offline } = objectAt(flow, [KEY]);
  const bring = listAt(flow, [KEY, 'bring']);
  const alone = isolation === 'worktree';
  return [
    ...(commitEachPass === true && !alone ? [needsWorktree('commitEachPass', IN_PLACE_COMMITS)] : []),
    ...(bring.length > 0 && !alone ? [needsWorktree('bring', IN_PLACE_FILES)] : []),
    ...bring.flatMap((path, index) => bringRule(path, index, bring)),
    ...(offline === true && !hasSandbox(sandbox) ? [offlineAlone()] : []),
  ];
}

const IN_PLACE_COMMITS = 'in the workspace itself nothing is ever committed';
const IN_PLACE_FILES = 'in the workspace itself everything is there';

function needsWorktree(key: string, why: string): Issue {
  const fix: Fix = setTo('Run it in a worktree', ISOLATION, 'worktree');
  return error(
    'needs-worktree',
    [KEY, key],
    `"${key}" is for a run in a worktree: ${why}. Set "isolation" to "worktree", or remove it.`,
    fix,
  );
}

function bringRule(path: Json, index: number, all: readonly Json[]): readonly Issue[] {
  const why = typeof path === 'string' ? whyNotBrought(path) : null;
  if (why === null) return [];
  const left = all.filter((_, place) => place !== index);
  const fix = left.length === 0 ? remove([KEY, 'bring']) : setTo(`Remove "${path}"`, [KEY, 'bring'], left);
  return [
    error(
      'bring-outside',
      [KEY, 'bring', index],
      `"${path}" cannot be brought: ${why}. Name a file or folder of the workspace, such as "node_modules".`,
      fix,
    ),
  ];
}

function offlineAlone(): Issue {
  return warning(
    'offline-without-sandbox',
    [KEY, 'offline'],
    'Only a sandbox can keep commands from the network, and none is asked for. Set "sandbox" to "required".',
    setTo('Require a sandbox', [KEY, 'sandbox'], 'required'),
  );
}

const hasSandbox = (policy: Json | undefined): boolean => policy === 'required' || policy === 'preferred';

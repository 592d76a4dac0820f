import type { RunPlace, SandboxFact, WorktreeFact } from '../trace/place';

/** Where a run works and what holds its programs, a sentence each; none for a plain run in the workspace itself. */
export const placeWords = ({ worktree, sandbox }: RunPlace): readonly string[] => [
  ...(worktree === undefined ? [] : worktreeWords(worktree)),
  ...(sandbox === undefined ? [] : [sandboxWords(sandbox)]),
];

function worktreeWords({ folder, commit, branch, without }: WorktreeFact): readonly string[] {
  const files = without === 1 ? '1 file of the workspace differs' : `${without} files of the workspace differ`;
  return [
    `worktree: ${folder}, made from commit ${commit.slice(0, 12)}`,
    ...(without > 0 ? [`${files} from that commit: what stands there is not in the worktree`] : []),
    ...(branch === undefined ? [] : [`each pass is committed on ${branch}`]),
  ];
}

/** `sandbox: bubblewrap`, or `sandbox: none, bubblewrap is not installed…`. */
function sandboxWords({ is, why, free, commandsFree, offline }: SandboxFact): string {
  if (is === 'none') return `sandbox: none${why === undefined ? '' : `, ${why}`}`;
  const without = [...(commandsFree === true ? ['commands'] : []), ...free];
  return [
    `sandbox: ${is}`,
    ...(without.length > 0 ? [`not for ${without.join(', ')}`] : []),
    ...(offline === true ? ['commands without network'] : []),
  ].join(', ');
}

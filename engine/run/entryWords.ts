import type { RaisedBounds } from '../trace/control';
import type { BlockedTask, CommandEvidence, Verdict } from '../trace/result';
import type { Within } from '../trace/scope';

/** Words for parts of entries, the same in live lines and in `show`. */

/** A step with the calls in which it stands. */
export const named = ({ step, within }: { readonly step: string; readonly within?: Within }): string =>
  within ? `${within}/${step}` : step;

/** One verification command's end: what ran, what it counted, what the engine made of it. */
export function commandLine(evidence: CommandEvidence): string {
  const { command, tests, clean, reason, holdout } = evidence;
  const counts = tests
    ? ` → ${(['passed', 'failed', 'skipped', 'deselected'] as const)
        .flatMap((key) => (tests[key] > 0 || key === 'passed' ? [`${tests[key]} ${key}`] : []))
        .join(', ')}`
    : '';
  return `${command}${holdout ? ' (a hold-out)' : ''}${counts}: ${clean ? 'clean' : `not clean, ${reason}`}`;
}

/** `score 40: too thin`; without a score only the reasons. */
export function verdictReasons({ read, score, reasons }: Verdict): string {
  const said = score === null ? '' : `score ${score}`;
  const why = reasons.length > 0 ? reasons.join('; ') : read === 'no-verdict' ? 'no verdict' : '';
  return [said, why].filter(Boolean).join(': ');
}

/** `maxIterations 2, usd 5`. */
export const capsText = (caps: RaisedBounds): string =>
  Object.entries(caps)
    .map(([cap, value]) => `${cap} ${value}`)
    .join(', ');

/** What is known of an effect in doubt, and what the flow says is done with it. */
export function effectText(effect: {
  readonly key: string;
  readonly owner: string | null;
  readonly policy: 'error' | 'rerun' | 'skip' | null;
}): string {
  const owner = effect.owner === null ? '' : ` (claimed by ${effect.owner})`;
  const then = { error: 'a person has to settle it', rerun: 'it is done again', skip: 'it is left out' } as const;
  const does = effect.policy === null ? '' : `; ${then[effect.policy]}`;
  return `effect ${effect.key} may have happened, and nobody knows${owner}${does}`;
}

/** Why a task of a plan cannot run. */
export const blockedText = ({ id, why }: BlockedTask): string => `task ${id} is blocked: ${why}`;

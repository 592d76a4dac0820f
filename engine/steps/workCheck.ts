import { counted } from '../counted';
import type { StepOf } from '../flow/schema';
import type { Json } from '../json';
import { at, isObject } from '../json';
import { listed } from '../loops/guard';
import type { TreeId, TurnResult } from '../ports';
import type { Term } from '../trace/result';
import { answerTerm } from './answerSchema';
import { runCommand } from './command';
import type { StepContext } from './context';
import { CANCELLED } from './context';

export interface CheckedWork {
  readonly ok: boolean;
  readonly terms: readonly Term[];
  /** What was claimed and not borne out, in words. */
  readonly claim: string | undefined;
  /** Files of the workspace that were claimed to be changed and are not. */
  readonly unchanged: readonly string[];
}

interface Done {
  readonly turn: TurnResult;
  readonly before: TreeId | null;
  readonly after: TreeId | null;
  readonly changed: readonly string[];
}

/** Holds a turn against its step's check. All terms are evaluated, so that a worker hears of everything at once. */
export async function evaluateCheck(
  step: StepOf<'work'>,
  context: StepContext,
  done: Done,
): Promise<CheckedWork | typeof CANCELLED> {
  const { turn } = done;
  const check = step.check ?? {};
  const ended: Term = { term: 'turn', ok: turn.status === 'ok', reason: turnReason(turn) };
  if (!ended.ok) return { ok: false, terms: [ended], claim: undefined, unchanged: [] };
  const claimed = turn.claims?.changedFiles ?? [];
  const onDisk = check.changedOnDisk === 'claimed' ? await claimedOnDisk(context, claimed, done) : [];
  const command = check.command === undefined ? undefined : await runCommand(context, check.command, 'check');
  if (command?.status === 'cancelled') return CANCELLED;
  const terms: readonly Term[] = [
    ended,
    ...(step.output === undefined ? [] : [answerTerm(step.output, turn.structured)]),
    ...(step.access === 'read' && done.changed.length > 0
      ? [{ term: 'access', ok: false, reason: wrote(done.changed) }]
      : []),
    ...onDisk,
    ...(check.changedOnDisk === 'any' ? [anyChange(done)] : []),
    ...(check.required ?? []).map((path) => required(turn.structured, path)),
    ...(check.accept === undefined ? [] : [accepted(turn.structured, check.accept)]),
    ...(await Promise.all((check.filesExist ?? []).map((path) => exists(context, path)))),
    ...(command === undefined
      ? []
      : [{ term: 'command', ok: command.clean, reason: `${command.command}: ${command.reason}` }]),
    ...branchTerm(step, turn),
  ];
  const unborne = onDisk.some((term) => !term.ok);
  return {
    ok: terms.every((term) => term.ok),
    terms,
    claim: unborne ? `it changed ${listed(claimed, 10)}` : undefined,
    unchanged: claimed.flatMap((path, index) => {
      const inside = onDisk[index]?.ok === false ? relativeTo(context.ports.workspace.root, path) : null;
      return inside ?? [];
    }),
  };
}

const wrote = (changed: readonly string[]): string =>
  `it may only read, but files changed while it worked: ${listed(changed, 10)}`;

function turnReason(turn: TurnResult): string {
  return turn.status === 'ok' ? 'the turn ended well' : `${turn.status}: ${turn.why ?? 'no reason was given'}`;
}

async function claimedOnDisk(context: StepContext, claimed: readonly string[], done: Done): Promise<readonly Term[]> {
  const term = 'changedOnDisk';
  if (claimed.length === 0) return [{ term, ok: true, reason: 'it claimed no changed file' }];
  const { before, after } = done;
  if (before === null || after === null) {
    return [
      {
        term,
        ok: true,
        reason: 'the files could not be recorded, so the claim was not checked: the evidence is weaker',
      },
    ];
  }
  const { workspace } = context.ports;
  return Promise.all(
    claimed.map(async (path) => {
      const inside = relativeTo(workspace.root, path);
      if (inside === null)
        return { term, ok: false, reason: `it claims to have changed ${path}, which is outside the workspace` };
      const [then, now] = await Promise.all([workspace.inTree(before, inside), workspace.inTree(after, inside)]);
      if (then !== now) return { term, ok: true, reason: `${inside} has changed` };
      if (now !== undefined)
        return { term, ok: false, reason: `it claims to have changed ${inside}, which is as it was before` };
      const ignored = Object.keys(await workspace.digests([inside])).length > 0;
      const reason = ignored
        ? `it claims to have changed ${inside}, which git ignores: the engine cannot see whether it changed`
        : `it claims to have changed ${inside}, which does not exist`;
      return { term, ok: false, reason };
    }),
  );
}

const anyChange = (done: Done): Term => {
  const term = 'changedOnDisk';
  if (done.before === null || done.after === null)
    return { term, ok: true, reason: 'the files could not be recorded: not checked' };
  const ok = done.changed.length > 0;
  return {
    term,
    ok,
    reason: ok ? `${counted(done.changed.length, 'file has', 'files have')} changed` : 'nothing has changed on disk',
  };
};

function required(structured: Json | undefined, path: string): Term {
  const ok = at(structured, path.split('.')) !== undefined;
  return { term: `required:${path}`, ok, reason: ok ? `its answer has ${path}` : `its answer has no ${path}` };
}

function accepted(structured: Json | undefined, values: readonly string[]): Term {
  const verdict = isObject(structured) ? structured.verdict : undefined;
  const ok = typeof verdict === 'string' && values.includes(verdict);
  return {
    term: 'accept',
    ok,
    reason: ok
      ? `verdict ${verdict}`
      : `its verdict ${JSON.stringify(verdict ?? null)} is none of ${values.join(', ')}`,
  };
}

async function exists(context: StepContext, path: string): Promise<Term> {
  const ok = Object.keys(await context.ports.workspace.digests([path])).length > 0;
  return { term: `filesExist:${path}`, ok, reason: ok ? `${path} exists` : `${path} does not exist` };
}

/** A branch that the step does not have is no branch: the turn did not do. */
function branchTerm(step: StepOf<'work'>, turn: TurnResult): readonly Term[] {
  if (turn.branch === undefined) return [];
  const ok = Object.hasOwn(step.branches ?? {}, turn.branch);
  const known = Object.keys(step.branches ?? {}).join(', ') || 'none';
  return [
    {
      term: 'branch',
      ok,
      reason: ok ? `it chose ${turn.branch}` : `it chose the branch "${turn.branch}"; there are: ${known}`,
    },
  ];
}

/** A claimed path relative to the root, or null where it leads out. */
function relativeTo(root: string, path: string): string | null {
  const slashed = path.replaceAll('\\', '/');
  const base = root.replaceAll('\\', '/').replace(/\/$/, '');
  const relative = slashed.startsWith(`${base}/`) ? slashed.slice(base.length + 1) : slashed;
  if (relative.startsWith('/') || /^[A-Za-z]:/.test(relative)) return null;
  const parts: string[] = [];
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}

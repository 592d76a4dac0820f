import type { Guards } from '../loops/guards';
import { noJudgment } from '../loops/judgment';
import type { PassVerification } from '../loops/until';
import { endPass } from '../loops/until';
import type { TreeId } from '../ports';
import { confirm, confirms } from '../steps/confirm';
import { CANCELLED } from '../steps/context';
import type { VerifyResult } from '../steps/verify';
import { verify, verifyReason } from '../steps/verify';
import type { Decision } from '../trace/decision';
import type { StepResult } from '../trace/result';

import type { RunIo } from './io';
import { lookAt, testsOf } from './look';
import type { LoopPlan, Plan } from './plan';
import { caps, loopInForce } from './raised';
import { contextOf } from './stepContext';

interface Ran {
  readonly step: string;
  readonly visit: number;
  readonly result: StepResult;
}

interface Weighed {
  readonly ran: readonly Ran[];
  /** The files as they are behind all that ran. */
  readonly tree: TreeId | null;
}

/**
 * Gathers what `endPass` decides on: the files as they are now, verifications that are older than the files run again
 * (once, and only under a met claim: an unmet one needs no evidence), frozen paths and definitions as they are. Where all of
 * it would confirm the claim, what runs only to confirm one is run, and everything is looked at and decided anew.
 */
export async function endOfPass(plan: Plan, io: RunIo, id: string): Promise<readonly Decision[] | typeof CANCELLED> {
  const state = io.state();
  const loop = plan.loops[id];
  const loopState = state.loops[id];
  const spec = loopInForce(plan, state, id);
  if (loop === undefined || loopState === undefined || spec === undefined || loopState.closing === null) return [];
  const closing = loopState.closing;
  const ran: readonly Ran[] = loop.body.flatMap((step) => {
    const known = state.steps[step];
    return known !== undefined && known.at > loopState.since
      ? [{ step, visit: known.visits, result: known.result }]
      : [];
  });
  const judged = loopState.closing.how === 'judged' ? ran.find(({ step }) => step === spec.tail)?.result : undefined;
  const judgment = judged?.kind === 'judge' ? judged.judgment : noJudgment('the pass ended before its judge');
  const weighed = judgment.read === 'met' ? await onCurrentFiles(plan, io, id, ran) : { ran, tree: await treeNow(io) };
  if (weighed === CANCELLED) return CANCELLED;
  const decide = async (found: Weighed) => {
    const looked = await lookAt(plan, io, loop);
    return endPass({
      id,
      place: plan.place,
      inner: loop.inner,
      loop: spec,
      mode: state.head?.mode ?? 'supervised',
      budget: caps(plan, state, id).budget,
      state: loopState,
      ledger: state.ledger,
      spend: io.state().spend,
      closing,
      judgment,
      ran: found.ran,
      verifications: verificationsOf(loop, found, io.guards),
      tree: found.tree,
      looked: { ...looked, tests: testsOf(found.ran) },
      guards: io.guards,
      next: nextOf(plan, spec.tail),
    });
  };
  const first = await decide(weighed);
  const confirmed = first.decision === 'confirmed' ? await toConfirm(plan, io, id, weighed) : weighed;
  if (confirmed === CANCELLED) return CANCELLED;
  const { events } = confirmed === weighed ? first : await decide(confirmed);
  const repeated = confirmed.ran.flatMap((now): readonly Decision[] => {
    if (ran.includes(now) || now.result.kind !== 'verify') return [];
    const scope = { step: now.step, visit: now.visit, loop: id, pass: loopState.pass };
    return [{ type: 'step.done', ...scope, outcome: now.result.clean ? 'clean' : 'fail', to: [], result: now.result }];
  });
  return [...repeated, ...events];
}

/** Every verification that was clean on other files than those of now, run again: once. */
async function onCurrentFiles(
  plan: Plan,
  io: RunIo,
  loop: string,
  ran: readonly Ran[],
): Promise<Weighed | typeof CANCELLED> {
  const before = await treeNow(io);
  const now: Ran[] = [];
  for (const each of ran) {
    const stale =
      io.guards('current') &&
      each.result.kind === 'verify' &&
      each.result.clean &&
      (before === null || each.result.tree !== before);
    const again = stale ? await repeat(plan, io, loop, each) : each;
    if (again === CANCELLED) return CANCELLED;
    now.push(again);
  }
  const repeated = now.some((each, index) => each !== ran[index]);
  return { ran: now, tree: repeated ? await treeNow(io) : before };
}

async function repeat(plan: Plan, io: RunIo, loop: string, each: Ran): Promise<Ran | typeof CANCELLED> {
  const step = plan.flow.steps[each.step];
  if (step?.kind !== 'verify') return each;
  const { context, number0 } = placeOf(plan, io, loop, each);
  const verified = await verify(step, context, number0, 'again');
  return verified === CANCELLED ? CANCELLED : { ...each, result: verified.result };
}

/** The verifications that have something to run only under a claim that holds otherwise, with what that came to. */
async function toConfirm(plan: Plan, io: RunIo, loop: string, weighed: Weighed): Promise<Weighed | typeof CANCELLED> {
  const ran: Ran[] = [];
  for (const each of weighed.ran) {
    const step = plan.flow.steps[each.step];
    if (step?.kind !== 'verify' || each.result.kind !== 'verify' || !confirms(step, io.guards)) {
      ran.push(each);
      continue;
    }
    const { context, number0 } = placeOf(plan, io, loop, each);
    const result = await confirm(step, context, number0, each.result);
    if (result === CANCELLED) return CANCELLED;
    ran.push({ ...each, result });
  }
  return ran.every((each, index) => each === weighed.ran[index]) ? weighed : { ran, tree: await treeNow(io) };
}

/** Where a verification stands that is run at the end of the pass, and which tests there were at number 0. */
function placeOf(plan: Plan, io: RunIo, loop: string, { step, visit }: Ran) {
  const state = io.state().loops[loop];
  const scope = { step, visit, loop, pass: state?.pass ?? 0 };
  return {
    context: contextOf(plan, io, { due: { step, visit }, scope, reads: {} }),
    number0: state?.baseline.verifications[step]?.inventory ?? null,
  };
}

async function treeNow(io: RunIo): Promise<TreeId | null> {
  const taken = await io.ports.workspace.snapshot();
  return taken.ok ? taken.tree : null;
}

function verificationsOf(loop: LoopPlan, { ran, tree }: Weighed, guards: Guards): readonly PassVerification[] {
  return loop.verifications.map((step) => {
    const result = ran.find(
      (each): each is Ran & { result: VerifyResult } => each.step === step && each.result.kind === 'verify',
    )?.result;
    if (result === undefined) return { step, ran: false, clean: false, reason: '', current: false };
    const current = !guards('current') || (tree !== null && result.tree === tree);
    return { step, ran: true, clean: result.clean, reason: verifyReason(result), current };
  });
}

function nextOf(plan: Plan, tail: string): readonly string[] {
  const step = plan.flow.steps[tail];
  if (step?.kind !== 'judge') return [];
  return typeof step.next === 'string' ? [step.next] : step.next;
}

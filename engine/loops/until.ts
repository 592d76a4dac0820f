import type { UntilLoop } from '../flow/schema';
import type { TreeId } from '../ports';
import type { Mode } from '../trace/control';
import type { Decision, ExitReason, LatchOpening } from '../trace/decision';
import type { Judgment, StepResult, Term } from '../trace/result';
import type { Caps } from './bounds';
import { boundReached } from './bounds';
import { carryOver } from './carryOver';
import type { Looked } from './guard';
import { listed, matters, testsLatch } from './guard';
import type { Guards } from './guards';
import { EVERY_GUARD } from './guards';
import type { Latch } from './ledger';
import { closeLatch, isNews, openLatch } from './ledger';
import type { Closing, LoopState } from './loopState';
import type { Spend } from './spend';
import { held } from './stepMatter';

/**
 * The end of a pass: a judge proposes, the engine decides.
 *
 * R1 Every pass ends here, however it ended.
 * R2 A latch of a step clears when that step ran in this pass, its check held, and nothing else is held against it.
 * R3 A met claim is confirmed only when every term holds; each term is recorded, claimed or not.
 * R4 Confirmation is looked at before any bound; a bound leads out by `onExhausted` and by one reason.
 * R5 A verification counts only if it ran in this pass and on the files as they are now.
 */
export interface PassFacts {
  readonly id: string;
  /** Where its flow is called; empty: the run's own. */
  readonly place: string;
  readonly loop: UntilLoop;
  readonly mode: Mode;
  readonly budget: Caps;
  readonly state: LoopState;
  readonly ledger: readonly Latch[];
  readonly spend: Spend;
  readonly closing: Closing;
  readonly judgment: Judgment;
  /** What the body's steps of this pass came to, in file order. */
  readonly ran: readonly { readonly step: string; readonly result: StepResult }[];
  readonly verifications: readonly PassVerification[];
  /** The files as they are now; null: they could not be recorded. */
  readonly tree: TreeId | null;
  readonly looked: Looked;
  readonly guards?: Guards;
  /** Where a confirmed goal leads: the judge's own route. */
  readonly next: readonly string[];
  /** Groups and improve loops of the body: the next pass enters them anew. */
  readonly inner: readonly string[];
}

/** A verify step of the body, as its evidence stands at the end of the pass. */
export interface PassVerification {
  readonly step: string;
  readonly ran: boolean;
  readonly clean: boolean;
  /** Why it is clean or not, in words. */
  readonly reason: string;
  /** Whether it ran on the files as they are now. */
  readonly current: boolean;
}

export interface PassEnd {
  readonly events: readonly Decision[];
  readonly decision: 'confirmed' | 'again' | ExitReason;
  /** Where the loop leads now; empty: another pass. */
  readonly to: readonly string[];
}

export function endPass(facts: PassFacts): PassEnd {
  const { id: loop, state } = facts;
  const pass = state.pass;
  const openings = guardOpenings(facts);
  const latches = latchEvents(facts, openings);
  const ledger = ledgerAfter(facts.ledger, facts.place, latches);
  const terms = weigh(facts, ledger);
  const confirmed = facts.judgment.read === 'met' && terms.every((term) => term.ok);
  const stalled = facts.judgment.marker === null || facts.judgment.marker === state.marker ? state.stalled + 1 : 0;
  const marker = facts.judgment.marker ?? state.marker;
  const bound = confirmed
    ? null
    : boundReached({
        mode: facts.mode,
        spend: facts.spend,
        spendCap: facts.loop.spendCap ?? {},
        budget: facts.budget,
        pass,
        maxPasses: facts.loop.maxPasses,
        stalled,
        noProgressCeiling: facts.loop.noProgressCeiling,
      });
  const decision: PassEnd['decision'] = confirmed ? 'confirmed' : (bound ?? 'again');
  const drifted = openings.find((opening) => opening.cause === 'frozen')?.paths ?? [];
  const early = facts.closing.how === 'ended-early' ? facts.closing : null;
  const to = confirmed ? facts.next : bound === null ? [] : [facts.loop.onExhausted ?? '@stop'];
  return {
    decision,
    to,
    events: [
      ...(drifted.length === 0 ? [] : [{ type: 'frozen.drifted' as const, loop, pass, paths: drifted }]),
      ...latches,
      { type: 'claim.weighed', loop, pass, proposed: facts.judgment.read, confirmed, terms },
      {
        type: 'pass.ended',
        loop,
        pass,
        how: facts.closing.how,
        ...(early === null ? {} : { why: `${early.step}: ${early.reason}` }),
        stalled,
        marker,
        tree: facts.tree,
        decision,
      },
      ...(decision === 'again'
        ? carryOver({
            id: loop,
            loop: facts.loop,
            inner: facts.inner,
            state: { ...state, stalled },
            closing: facts.closing,
            lesson: facts.judgment.lesson,
            said: facts.ran.some(({ result }) => result.kind === 'verify' && holdOutFailed(result))
              ? HOLD_OUT_NOTE
              : '',
            spend: facts.spend,
          })
        : [{ type: 'loop.exited' as const, loop, pass, reason: decision, to }]),
    ],
  };
}

/** All that workers are told of it. */
const HOLD_OUT_NOTE = 'A hold-out check did not pass: the goal was not met.';

const holdOutFailed = ({ commands }: Extract<StepResult, { kind: 'verify' }>): boolean =>
  commands.some((command) => command.holdout === true && !command.clean);

/** What the guard finds at the end of the pass; a step's own matter was opened when the step was done. */
function guardOpenings(facts: PassFacts): readonly LatchOpening[] {
  const blame = (path: string) =>
    facts.ran.find(({ result }) => 'changed' in result && result.changed.includes(path))?.step ?? null;
  const workers = facts.ran.filter(({ result }) => result.kind === 'work');
  const busy = workers.filter(({ result }) => 'changed' in result && result.changed.length > 0);
  const lastWorker = busy.at(-1) ?? workers.at(-1);
  const { guards = EVERY_GUARD } = facts;
  return matters(facts.place, facts.id, facts.state.baseline, facts.looked, blame, lastWorker?.step ?? null).filter(
    ({ cause }) => (cause !== 'frozen' && cause !== 'definition' && cause !== 'tests') || guards(cause),
  );
}

function latchEvents(facts: PassFacts, openings: readonly LatchOpening[]): readonly Decision[] {
  const loop = facts.id;
  const pass = facts.state.pass;
  const opened = new Set(openings.map((opening) => opening.id));
  const blamed = new Set(openings.flatMap((opening) => (opening.step === null ? [] : [opening.step])));
  const cleared = facts.ledger.filter(
    (latch) => latch.state === 'open' && latch.loop === loop && latch.place === facts.place && !opened.has(latch.id),
  );
  return [
    ...openings
      .filter((opening) => isNews(facts.ledger, opening))
      .map((latch) => ({ type: 'latch.opened' as const, loop, pass, latch })),
    ...cleared.flatMap((latch) => {
      const evidence = clearing(latch, facts, blamed);
      return evidence === null ? [] : [{ type: 'latch.cleared' as const, loop, pass, latch: latch.id, evidence }];
    }),
  ];
}

/** The evidence on which an open latch clears in this pass, or null. */
function clearing(latch: Latch, facts: PassFacts, blamed: ReadonlySet<string>): string | null {
  switch (latch.cause) {
    case 'frozen':
    case 'definition':
      return 'seen as before any worker ran';
    case 'tests':
      return testsWereSeen(latch, facts) ? 'every test of number 0 runs again' : null;
    case 'claim':
    case 'failed':
    case 'void': {
      const again = facts.ran.find(({ step }) => step === latch.step);
      if (again === undefined || latch.step === null || blamed.has(latch.step)) return null;
      return held(again.result) ? `ran again in pass ${facts.state.pass} and its check held` : null;
    }
  }
}

/** A latch about tests must not clear in a pass that saw no tests. */
const testsWereSeen = (latch: Latch, facts: PassFacts): boolean =>
  Object.entries(facts.looked.tests).some(
    ([verify, seen]) => latch.id === testsLatch(facts.place, verify) && seen !== null,
  );

function ledgerAfter(ledger: readonly Latch[], place: string, events: readonly Decision[]): readonly Latch[] {
  let after = ledger;
  for (const event of events) {
    if (event.type === 'latch.opened') after = openLatch(after, { loop: event.loop, place }, event.pass, event.latch);
    if (event.type === 'latch.cleared') after = closeLatch(after, event.latch, 'cleared', event.pass, event.evidence);
  }
  return after;
}

/** A check that was green before any work bears out that nothing broke, and no more. */
const greenBefore = ({ state }: PassFacts, step: string): string =>
  state.baseline.verifications[step]?.clean === true
    ? '; it was already green before the work, so it proves nothing about a repair'
    : '';

function weigh(facts: PassFacts, ledger: readonly Latch[]): readonly Term[] {
  const open = ledger.filter((latch) => latch.state === 'open');
  const { judgment } = facts;
  const of = (cause: LatchOpening['cause'], fine: string): Term => {
    const found = open.filter((latch) => latch.cause === cause);
    return {
      term: cause,
      ok: found.length === 0,
      reason: found.length === 0 ? fine : found.map((latch) => latch.reason).join('; '),
    };
  };
  return [
    {
      term: 'goal-met',
      ok: judgment.read === 'met',
      reason:
        judgment.read === 'met' ? 'the judge proposes that the goal is met' : `${judgment.read}: ${judgment.found}`,
    },
    ...facts.verifications.map(({ step, ran, clean, reason, current }) => ({
      term: `verified:${step}`,
      ok: ran && clean && current,
      reason: !ran
        ? 'did not run in this pass'
        : !clean
          ? reason
          : current
            ? `${reason}${greenBefore(facts, step)}`
            : 'workspace-moved: the files changed after it ran',
    })),
    {
      term: 'recorded',
      ok: facts.tree !== null,
      reason:
        facts.tree === null ? 'the files could not be recorded, so the evidence is weaker' : 'the files are recorded',
    },
    of('frozen', 'every frozen path is as it was'),
    of('definition', 'what defines the checks is as it was'),
    of('tests', 'every test that ran before runs now'),
    {
      term: 'ledger',
      ok: open.length === 0,
      reason:
        open.length === 0
          ? 'no latch is open'
          : `open: ${listed(
              open.map((latch) => latch.id),
              10,
            )}`,
    },
  ];
}

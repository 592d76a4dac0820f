import type { Flow } from '../../engine/flow/schema';
import { addDeadTurn, addTurn, EMPTY_SPEND } from '../../engine/loops/spend';
import type { RaisedBounds } from '../../engine/trace/control';
import type { Decision } from '../../engine/trace/decision';
import type { Commit, Entry } from '../../engine/trace/entry';
import type { MadeFlow } from './randomFlows';
import type { Act, Lived } from './randomRuns';
import { entries } from './runs';
import { channelled, replayed, toldWhole } from './stateLaws';

/**
 * What must hold of every run, whatever the flow, the workers, the crashes and the acts from outside. Each breach is one
 * sentence; none is the empty list. They are read from the lines of the trace, not from the engine's state.
 */
export function breaches(made: MadeFlow, lived: Lived, acts: readonly Act[] = []): readonly string[] {
  const trace = entries(lived.world);
  const decided = decisionsOf(trace);
  return [
    ...numbered(trace),
    ...replayed(lived),
    ...channelled(decided, lived),
    ...toldWhole(trace, lived),
    ...ended(trace, lived),
    ...completed(decided, lived),
    ...confirmed(decided),
    ...visited(decided),
    ...hopped(decided),
    ...capped(made, trace, decided),
    ...spent(made, trace, lived),
    ...paidOnce(trace, lived, acts),
  ];
}

export interface Decided {
  readonly within: string;
  readonly superStep: number;
  readonly event: Decision;
}

const decisionsOf = (trace: readonly Entry[]): readonly Decided[] =>
  trace
    .filter((entry): entry is Commit => entry.type === 'commit')
    .flatMap(({ within = '', superStep, events }) => events.map((event) => ({ within, superStep, event })));

/** Each number once, without a gap; so with commits. */
function numbered(trace: readonly Entry[]): readonly string[] {
  const commits = trace.filter((entry) => entry.type === 'commit');
  return [
    ...trace.flatMap(({ seq }, index) => (seq === index ? [] : [`entry ${index} has the number ${seq}`])),
    ...commits.flatMap(({ superStep }, index) =>
      superStep === index + 1 ? [] : [`commit ${index + 1} is super-step ${superStep}`],
    ),
  ];
}

/** One end for each stretch at most, and no failure of our own. */
function ended(trace: readonly Entry[], { state }: Lived): readonly string[] {
  const found: string[] = [];
  let over = false;
  for (const entry of trace) {
    if (entry.type === 'run.resumed') over = false;
    if (entry.type !== 'commit') continue;
    if (over) found.push(`commit ${entry.superStep} follows the end`);
    if (entry.within === undefined && entry.events.some(({ type }) => type === 'run.ended')) over = true;
  }
  const { end } = state;
  if (end === null) found.push('it has no end');
  else if (end.failure !== null) found.push(`it failed by itself: ${end.failure}: ${end.why}`);
  return found;
}

/** Complete means: no latch is open, no bound was taken, and each until loop that was entered was left confirmed. */
function completed(decided: readonly Decided[], { state }: Lived): readonly string[] {
  const { end } = state;
  if (end?.outcome !== 'complete') return [];
  const open = new Set<string>();
  const loops = new Map<string, string>();
  for (const { within, event } of decided) {
    if (event.type === 'latch.opened') open.add(event.latch.id);
    if (event.type === 'latch.cleared' || event.type === 'latch.accepted') open.delete(event.latch);
    if (within !== '') continue;
    if (event.type === 'pass.started') loops.set(event.loop, 'running');
    if (event.type === 'loop.exited') loops.set(event.loop, event.reason);
  }
  return [
    ...[...open].map((id) => `it is complete with the open latch ${id}`),
    ...[...loops].flatMap(([id, how]) => (how === 'confirmed' ? [] : [`it is complete, and the loop ${id} is ${how}`])),
    ...(end.confirmed === 'evidence' && !decided.some(({ event }) => isEvidence(event))
      ? ['it is complete on evidence, and there is none']
      : []),
  ];
}

const isEvidence = (event: Decision): boolean =>
  event.type === 'step.done' &&
  (event.result.kind === 'verify'
    ? event.result.clean
    : event.result.kind === 'gate' && event.result.read === 'passed' && event.result.commands.length > 0);

/** A pass is confirmed where its judge said met and what it verified was clean, and no latch was open. */
function confirmed(decided: readonly Decided[]): readonly string[] {
  const open = new Set<string>();
  const found: string[] = [];
  let since = new Map<string, Map<string, Decision>>();
  for (const { within, event } of decided) {
    if (event.type === 'latch.opened') open.add(event.latch.id);
    if (event.type === 'latch.cleared' || event.type === 'latch.accepted') open.delete(event.latch);
    if (event.type === 'pass.started') since = new Map(since).set(`${within} ${event.loop}`, new Map());
    if (event.type === 'step.done' && event.loop !== undefined)
      since.get(`${within} ${event.loop}`)?.set(event.step, event);
    if (event.type !== 'claim.weighed') continue;
    const where = `${within} ${event.loop} ${event.pass}`;
    const ran = [...(since.get(`${within} ${event.loop}`)?.values() ?? [])];
    const results = ran.flatMap((each) => (each.type === 'step.done' ? [each.result] : []));
    if (!event.confirmed) continue;
    if (event.terms.some(({ ok }) => !ok)) found.push(`${where}: confirmed against a term`);
    if (open.size > 0) found.push(`${where}: confirmed with open latches`);
    if (!results.some((result) => result.kind === 'judge' && result.judgment.read === 'met'))
      found.push(`${where}: confirmed without a judge that says met`);
    if (!results.some((result) => result.kind === 'verify')) found.push(`${where}: confirmed without a verification`);
    if (results.some((result) => result.kind === 'verify' && !result.clean)) found.push(`${where}: confirmed over red`);
  }
  return found;
}

/** Each visit is decided once, in order; a verification may be repeated at the end of its pass. */
function visited(decided: readonly Decided[]): readonly string[] {
  const visits = new Map<string, number>();
  return decided.flatMap(({ within, event }) => {
    if (event.type !== 'step.done') return [];
    const key = `${within} ${event.step}`;
    const before = visits.get(key) ?? 0;
    visits.set(key, event.visit);
    const again = event.visit === before && event.result.kind === 'verify';
    return event.visit === before + 1 || again ? [] : [`${key}: visit ${event.visit} follows ${before}`];
  });
}

/** Each hop is counted once, and a group's total is the sum of its iterations over the batches. */
function hopped(decided: readonly Decided[]): readonly string[] {
  const found: string[] = [];
  const hops = new Set<string>();
  const groups = new Map<string, { batch: number; iteration: number; total: number; sum: number }>();
  for (const { within, event } of decided) {
    if (!('hop' in event) || !('batch' in event)) continue;
    const key = `${within} ${event.loop}`;
    const group = groups.get(key) ?? { batch: 0, iteration: 0, total: 0, sum: 0 };
    groups.set(key, group);
    const hop = `${event.type} ${event.loop} ${event.hop}`;
    if (hops.has(hop)) found.push(`${key}: the hop ${hop} counts twice`);
    hops.add(hop);
    if (event.type === 'workflow.loop.batch.started') {
      if (event.batch !== group.batch + 1) found.push(`${key}: batch ${event.batch} follows ${group.batch}`);
      Object.assign(group, { batch: event.batch, iteration: 0 });
    }
    if (event.type === 'workflow.loop.iteration') {
      if (event.iteration !== group.iteration + 1)
        found.push(`${key}: iteration ${event.iteration} follows ${group.iteration}`);
      if (event.total !== group.total + 1) found.push(`${key}: total ${event.total} follows ${group.total}`);
      Object.assign(group, { iteration: event.iteration, total: event.total, sum: group.sum + 1 });
    }
    if (group.total !== group.sum) found.push(`${key}: the total ${group.total} is no sum (${group.sum})`);
  }
  return found;
}

function flowAt({ flow, flows }: MadeFlow, within: string): Flow | undefined {
  let here: Flow | undefined = flow;
  for (const part of within === '' ? [] : within.split('/')) {
    const step: Flow['steps'][string] | undefined = here?.steps[part.replace(/\.\d+(#\d+)?$/, '')];
    if (step?.kind === 'call') here = flows.get(step.flow)?.flow;
  }
  return here;
}

/** The highest that anybody set of a bound, for any loop or the budget; 0: nobody did. */
const highest = (trace: readonly Entry[], key: keyof RaisedBounds): number =>
  Math.max(
    0,
    ...trace.flatMap((entry) => {
      if (entry.type === 'run.resumed') return Object.values(entry.raised ?? {}).map((bounds) => bounds[key] ?? 0);
      if (entry.type !== 'commit') return [];
      return entry.events.flatMap((event) => (event.type === 'caps.changed' ? [event.caps[key] ?? 0] : []));
    }),
  );

/** No pass, iteration or round beyond its cap, or the highest that somebody set. */
function capped(made: MadeFlow, trace: readonly Entry[], decided: readonly Decided[]): readonly string[] {
  const set = (key: keyof RaisedBounds): number => highest(trace, key);
  return decided.flatMap(({ within, event }) => {
    const spec = 'loop' in event && event.loop ? flowAt(made, within)?.loops?.[event.loop] : undefined;
    const over = (count: number, cap: number) =>
      count > cap ? [`${within} ${'loop' in event ? event.loop : ''}: ${event.type} ${count} of ${cap}`] : [];
    if (event.type === 'pass.started' && spec?.type === 'until')
      return over(event.pass, Math.max(spec.maxPasses, set('maxPasses')));
    if (event.type === 'workflow.loop.iteration' && spec?.type === 'group')
      return over(event.iteration, Math.max(spec.maxIterations, set('maxIterations')));
    if (event.type === 'improve.round' && spec?.type === 'improve')
      return over(event.round, Math.max(spec.maxIterations ?? 20, set('maxIterations')));
    return [];
  });
}

/** What was spent is the sum over all turns, dead ones too, and over its cap by no more than the turns in flight. */
function spent(made: MadeFlow, trace: readonly Entry[], { state }: Lived): readonly string[] {
  let spend = EMPTY_SPEND;
  const open = new Map<string, string>();
  for (const entry of trace) {
    if (entry.type === 'step.started' && entry.worker !== undefined)
      open.set(`${entry.within ?? ''} ${entry.step}`, entry.step);
    if (entry.type === 'worker.turn') {
      open.delete(`${entry.within ?? ''} ${entry.step}`);
      spend = addTurn(spend, entry.step, entry.usage);
    }
    if (entry.type === 'run.resumed') {
      for (const step of open.values()) spend = addDeadTurn(spend, step, null);
      open.clear();
    }
  }
  const found: string[] = [];
  const { firstUnknown: _, ...sum } = spend;
  const { firstUnknown: __, ...said } = state.spend;
  if (JSON.stringify(sum) !== JSON.stringify(said))
    found.push(`it spent ${JSON.stringify(sum)}, and says ${JSON.stringify(said)}`);
  const { usd, tokens } = made.flow.budget ?? {};
  const inFlight = (made.flow.concurrency ?? 4) * 3 + 1;
  const most = {
    usd: Math.max(usd ?? 0, highest(trace, 'usd')),
    tokens: Math.max(tokens ?? 0, highest(trace, 'tokens')),
  };
  if (usd !== undefined && spend.usd > most.usd + inFlight * 0.01) found.push(`it spent $${spend.usd} of $${most.usd}`);
  if (tokens !== undefined && spend.tokens > most.tokens + inFlight * 100)
    found.push(`it spent ${spend.tokens} of ${most.tokens} tokens`);
  return found;
}

/** No turn is taken twice, as long as nothing was cut off in the middle. */
function paidOnce(trace: readonly Entry[], { crashed }: Lived, acts: readonly Act[]): readonly string[] {
  if (crashed || acts.some(({ act }) => act.do === 'cancel')) return [];
  const seen = new Set<string>();
  return trace.flatMap((entry) => {
    // What failed is done anew by a resume.
    if (
      entry.type === 'commit' &&
      entry.events.some((event) => event.type === 'run.ended' && event.outcome === 'failed')
    )
      seen.clear();
    if (entry.type !== 'worker.turn') return [];
    const { within = '', step, visit, attempt } = entry;
    const key = `${within} ${step} ${visit} ${attempt}`;
    if (seen.has(key)) return [`the turn ${key} was taken twice`];
    seen.add(key);
    return [];
  });
}

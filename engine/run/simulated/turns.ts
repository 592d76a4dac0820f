import { durationMs } from '../../flow/duration';
import type { Step } from '../../flow/schema';
import type { Json, JsonObject } from '../../json';
import { isObject } from '../../json';
import type { Turn, TurnResult, Usage } from '../../ports';
import type { Occasion } from './occasion';
import { sampleOf } from './sample';
import type { Scripted, ScriptedUsage } from './script';

/** What a turn comes to: its result, the files that it changes, and how long it takes (milliseconds). */
export interface SimulatedTurn {
  readonly result: TurnResult;
  readonly changes: Readonly<Record<string, string | null>>;
  readonly takes: number;
}

const USUAL: ScriptedUsage = { usd: 0.01, tokens: 1000 };

/** @param number of turns before this one: what is "new" differs by it */
export function simulatedTurn(
  turn: Turn,
  occasion: Occasion,
  said: Scripted = {},
  more: { readonly usage: ScriptedUsage | undefined; readonly number: number },
): SimulatedTurn {
  const takes = durationMs(said.takes ?? '') ?? 0;
  const isLate = takes > turn.limits.wallMs;
  const status = isLate ? 'timed-out' : (said.status ?? 'ok');
  const answer = status === 'ok' ? answerOf(turn, occasion, said, more.number) : {};
  return {
    changes: changesOf(turn, occasion, said, more.number),
    takes: Math.min(takes, turn.limits.wallMs),
    result: {
      status,
      ...(status === 'ok' ? {} : { why: said.why ?? (isLate ? `it took ${takes} ms` : 'as the script says') }),
      exit: status === 'ok' ? 0 : 1,
      text: said.text ?? '',
      ...answer,
      ...(said.claims === undefined ? {} : { claims: { changedFiles: said.claims } }),
      denials: [],
      usage: usageOf(said.usage ?? more.usage ?? USUAL),
      log: null,
      durationMs: takes,
    },
  };
}

function usageOf(usage: ScriptedUsage): Usage {
  if (usage === 'free') return { state: 'free' };
  if (usage === 'absent') return { state: 'absent', why: 'the script says that none was reported' };
  const { usd = null, tokens } = usage;
  const counted = tokens === undefined ? null : { in: tokens, cachedIn: 0, cacheWrite: 0, out: 0, reasoning: 0 };
  return { state: 'reported', tokens: counted, usd, basis: usd === null ? null : 'worker-estimate' };
}

/** Work changes what its check asks for, even where nothing is said of it; whatever may only read changes nothing. */
function changesOf(
  { access }: Turn,
  { step, name }: Occasion,
  said: Scripted,
  number: number,
): Readonly<Record<string, string | null>> {
  const text = `${name}, turn ${number}`;
  const { changes } = said;
  if (changes !== undefined && !Array.isArray(changes)) return changes as Readonly<Record<string, string | null>>;
  const all = (paths: readonly string[]) => Object.fromEntries(paths.map((path) => [path, text]));
  if (Array.isArray(changes)) return all(changes);
  if (access === 'read' || step.kind !== 'work' || (said.status ?? 'ok') !== 'ok') return {};
  const { changedOnDisk, filesExist = [] } = step.check ?? {};
  return all([...filesExist, ...(changedOnDisk === 'any' && filesExist.length === 0 ? [`${name}.txt`] : [])]);
}

type Answer = Pick<TurnResult, 'structured' | 'branch'>;

function answerOf(turn: Turn, { step, scored }: Occasion, said: Scripted, number: number): Answer {
  switch (step.kind) {
    case 'work':
      return workAnswer(turn, step, said, scored);
    case 'judge':
      return judgeAnswer(said, number);
    case 'gate':
      return gateAnswer(said);
    case 'router':
      return { branch: said.branch ?? turn.request.branches?.[0] ?? '' };
    default:
      return {};
  }
}

function workAnswer(turn: Turn, step: Extract<Step, { kind: 'work' }>, said: Scripted, scored: boolean): Answer {
  const branch = said.branch === undefined ? {} : { branch: said.branch };
  const score = {
    ...(said.score === undefined && !(scored && said.structured === undefined) ? {} : { score: said.score ?? 0 }),
    ...(said.done === undefined ? {} : { done: said.done }),
  };
  const hasScore = Object.keys(score).length > 0;
  if (said.structured !== undefined) {
    return {
      structured: hasScore && isObject(said.structured) ? { ...said.structured, ...score } : said.structured,
      ...branch,
    };
  }
  const sample = step.output === undefined ? undefined : sampleOf(turn.outputSchema);
  const wanted = [...(step.check?.required ?? [])].reduce<Json>(withPath, sample ?? {});
  const accepted = step.check?.accept?.[0];
  const isWanted = sample !== undefined || (step.check?.required ?? []).length > 0;
  if (!isWanted && accepted === undefined && !hasScore) return branch;
  const base: JsonObject = isObject(wanted) ? wanted : {};
  const structured = { ...base, ...(accepted === undefined ? {} : { verdict: accepted }), ...score };
  return { structured: isObject(wanted) ? structured : wanted, ...branch };
}

/** The value with something at the path, where nothing is. */
function withPath(value: Json, path: string): Json {
  const [key = '', ...rest] = path.split('.');
  const base: JsonObject = isObject(value) ? value : {};
  const there = base[key];
  return { ...base, [key]: rest.length === 0 ? (there ?? '') : withPath(there ?? {}, rest.join('.')) };
}

function judgeAnswer(said: Scripted, number: number): Answer {
  if (said.structured !== undefined) return { structured: said.structured };
  const { judgment = 'not-met', lesson = `lesson of turn ${number}`, marker = 'new' } = said;
  const marked = { lesson, marker: marker === 'new' ? `turn ${number}` : marker };
  switch (judgment) {
    case 'met':
      return { structured: { goalMet: true, ...marked } };
    case 'not-met':
      return { structured: { goalMet: false, ...marked } };
    case 'missing':
      return { structured: marked };
    case 'unreadable':
      return { structured: 'It looks good to me.' };
    case 'wrong-type':
      return { structured: { goalMet: 'yes', ...marked } };
  }
}

function gateAnswer(said: Scripted): Answer {
  if (said.structured !== undefined) return { structured: said.structured };
  const { verdict = 'failed', score, reasons = [verdict], feedback = '' } = said;
  if (verdict === 'no-verdict') return {};
  return {
    structured: { passed: verdict === 'passed', ...(score === undefined ? {} : { score }), reasons, feedback },
  };
}

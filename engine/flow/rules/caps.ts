import type { Fix, Issue } from '../../issue';
import type { Json, JsonPath } from '../../json';
import { at, isObject } from '../../json';
import { LOOP_TYPES } from '../names';
import { nearest, suggestion } from '../nearest';
import { setTo } from './fixes';
import type { FlowView } from './rule';
import { error, objectAt, warning } from './rule';

const MOST = 1_000_000;

/** UL-02, SE-03, EN-03: a loop has a type that is known and a cap; every other bound that is written is sound. */
export function capRules({ flow }: FlowView): readonly Issue[] {
  return Object.entries(objectAt(flow, ['loops'])).flatMap(([id, loop]) => {
    const path = ['loops', id];
    const type = at(loop, ['type']);
    const bound = (key: string, what: Cap) => capRule(id, key, at(loop, [key]), [...path, key], what);
    if (type === 'group')
      return bound('maxIterations', { first: 3, of: 'iterations in a batch', part: 'an iteration' });
    if (type === 'improve') {
      if (at(loop, ['maxIterations']) === undefined) return [];
      return bound('maxIterations', { first: 20, of: 'rounds', part: 'a round' });
    }
    return [
      ...typeRule(id, type, [...path, 'type']),
      ...bound('maxPasses', { first: 5, of: 'passes', part: 'a pass' }),
      ...spendRule(id, at(loop, ['spendCap']), [...path, 'spendCap']),
      ...ceilingRule(id, at(loop, ['noProgressCeiling']), [...path, 'noProgressCeiling']),
    ];
  });
}

function typeRule(id: string, type: Json | undefined, path: JsonPath): readonly Issue[] {
  if (type === 'until') return [];
  const meant = (typeof type === 'string' ? nearest(type, LOOP_TYPES) : undefined) ?? 'until';
  const fix = { title: `Change to "${meant}"`, changes: [{ path, value: meant }] };
  const types = LOOP_TYPES.join(', ');
  const message =
    typeof type === 'string'
      ? `"${type}" is not a type of loop. There are ${types}.${suggestion(type, LOOP_TYPES)}`
      : `The loop "${id}" has no type. Give one of ${types}.`;
  return [error('unknown-loop-type', path, message, fix)];
}

interface Cap {
  /** What a first cap may be. */
  readonly first: number;
  /** What it caps, and one of them. */
  readonly of: string;
  readonly part: string;
}

function capRule(
  id: string,
  key: string,
  cap: Json | undefined,
  path: JsonPath,
  { first, of, part }: Cap,
): readonly Issue[] {
  if (typeof cap === 'number' && Number.isInteger(cap) && cap >= 1 && cap <= MOST) return [];
  const say = (what: string, value: number) => {
    const fix: Fix = { title: `Set ${key} to ${value}`, changes: [{ path, value }] };
    const message = `${key} of the loop "${id}" ${what} Give a whole number from 1 to ${MOST}.`;
    return [error('loop-without-cap', path, message, fix)];
  };
  if (cap === undefined) return say(`is missing: a loop cannot be declared without a cap on its ${of}.`, first);
  if (typeof cap === 'string') {
    const number = /^\d{1,7}$/.test(cap.trim()) ? Number(cap) : 0;
    return say(`is the text "${cap}", not a number.`, number >= 1 && number <= MOST ? number : first);
  }
  if (typeof cap !== 'number') return say('is not a number.', first);
  if (cap === 0) return say('is 0: the loop would never run.', 1);
  if (cap < 0) return say(`is ${cap}: a cap cannot be negative.`, first);
  if (!Number.isInteger(cap)) return say(`is ${cap}: there are no parts of ${part}.`, Math.max(1, Math.floor(cap)));
  return say(`is ${cap}: that is as good as no cap.`, MOST);
}

function spendRule(id: string, cap: Json | undefined, path: JsonPath): readonly Issue[] {
  if (cap === undefined) {
    const fix = { title: 'Add a spend cap of $2', changes: [{ path, value: { usd: 2 } }] };
    const message = `The loop "${id}" has no spend cap: only maxPasses bounds what it costs. Give "spendCap" usd, tokens or both.`;
    return [warning('loop-without-spend-cap', path, message, fix)];
  }
  if (!isObject(cap) || (cap.usd === undefined && cap.tokens === undefined))
    return [
      error(
        'bad-spend-cap',
        path,
        `The spend cap of the loop "${id}" says nothing. Give usd, tokens or both.`,
        setTo('Set it to $2', path, { usd: 2 }),
      ),
    ];
  return (['usd', 'tokens'] as const).flatMap((unit) => {
    const amount = cap[unit];
    if (amount === undefined) return [];
    const sound = typeof amount === 'number' && amount > 0 && (unit === 'usd' || Number.isInteger(amount));
    const wanted = unit === 'usd' ? 'an amount of dollars above 0' : 'a whole number above 0';
    if (sound) return [];
    const meant = typeof amount === 'string' ? Number(amount) : Number.NaN;
    const fits = meant > 0 && (unit === 'usd' ? Number.isFinite(meant) : Number.isInteger(meant));
    const value = fits ? meant : unit === 'usd' ? 2 : 100_000;
    const fix = setTo(`Set ${unit} to ${value}`, [...path, unit], value);
    return [error('bad-spend-cap', [...path, unit], `spendCap.${unit} of the loop "${id}" must be ${wanted}.`, fix)];
  });
}

function ceilingRule(id: string, ceiling: Json | undefined, path: JsonPath): readonly Issue[] {
  if (ceiling === undefined || (typeof ceiling === 'number' && Number.isInteger(ceiling) && ceiling >= 1)) return [];
  const message = `noProgressCeiling of the loop "${id}" must be a whole number from 1: how many passes in a row may change nothing.`;
  const meant = typeof ceiling === 'number' || typeof ceiling === 'string' ? Math.floor(Number(ceiling)) : Number.NaN;
  const value = meant >= 1 && Number.isSafeInteger(meant) ? meant : 2;
  return [error('bad-no-progress-ceiling', path, message, setTo(`Set noProgressCeiling to ${value}`, path, value))];
}

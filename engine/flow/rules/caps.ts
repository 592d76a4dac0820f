import type { Fix, Issue } from '../../issue';
import type { Json, JsonPath } from '../../json';
import { at, isObject } from '../../json';
import { suggestion } from '../nearest';
import type { FlowView } from './rule';
import { error, objectAt, warning } from './rule';

const MOST_PASSES = 1_000_000;

/** UL-02: a loop has a type that is known and a cap on its passes; every other bound that is written is sound. */
export function capRules({ flow }: FlowView): readonly Issue[] {
  return Object.entries(objectAt(flow, ['loops'])).flatMap(([id, loop]) => {
    const path = ['loops', id];
    return [
      ...typeRule(id, at(loop, ['type']), [...path, 'type']),
      ...passesRule(id, at(loop, ['maxPasses']), [...path, 'maxPasses']),
      ...spendRule(id, at(loop, ['spendCap']), [...path, 'spendCap']),
      ...ceilingRule(id, at(loop, ['noProgressCeiling']), [...path, 'noProgressCeiling']),
    ];
  });
}

function typeRule(id: string, type: Json | undefined, path: JsonPath): readonly Issue[] {
  if (type === 'until') return [];
  const fix = { title: 'Make it an until loop', changes: [{ path, value: 'until' }] };
  const message =
    typeof type === 'string'
      ? `"${type}" is not a type of loop. There is "until".${suggestion(type, ['until'])}`
      : `The loop "${id}" has no type. Give "type": "until".`;
  return [error('unknown-loop-type', path, message, fix)];
}

function passesRule(id: string, cap: Json | undefined, path: JsonPath): readonly Issue[] {
  if (typeof cap === 'number' && Number.isInteger(cap) && cap >= 1 && cap <= MOST_PASSES) return [];
  const set = (value: number): Fix => ({ title: `Set maxPasses to ${value}`, changes: [{ path, value }] });
  const say = (what: string, fix: Fix) => [
    error(
      'loop-without-cap',
      path,
      `maxPasses of the loop "${id}" ${what} Give a whole number from 1 to ${MOST_PASSES}.`,
      fix,
    ),
  ];
  if (cap === undefined) return say('is missing: a loop cannot be declared without a cap on its passes.', set(5));
  if (typeof cap === 'string') {
    const number = /^\d{1,7}$/.test(cap.trim()) ? Number(cap) : 0;
    return say(`is the text "${cap}", not a number.`, set(number >= 1 && number <= MOST_PASSES ? number : 5));
  }
  if (typeof cap !== 'number') return say('is not a number.', set(5));
  if (cap === 0) return say('is 0: the loop would never run.', set(1));
  if (cap < 0) return say(`is ${cap}: a cap cannot be negative.`, set(5));
  if (!Number.isInteger(cap)) return say(`is ${cap}: there are no parts of a pass.`, set(Math.max(1, Math.floor(cap))));
  return say(`is ${cap}: that is as good as no cap.`, set(MOST_PASSES));
}

function spendRule(id: string, cap: Json | undefined, path: JsonPath): readonly Issue[] {
  if (cap === undefined) {
    const fix = { title: 'Add a spend cap of $2', changes: [{ path, value: { usd: 2 } }] };
    const message = `The loop "${id}" has no spend cap: only maxPasses bounds what it costs. Give "spendCap" usd, tokens or both.`;
    return [warning('loop-without-spend-cap', path, message, fix)];
  }
  if (!isObject(cap) || (cap.usd === undefined && cap.tokens === undefined))
    return [error('bad-spend-cap', path, `The spend cap of the loop "${id}" says nothing. Give usd, tokens or both.`)];
  return (['usd', 'tokens'] as const).flatMap((unit) => {
    const amount = cap[unit];
    if (amount === undefined) return [];
    const sound = typeof amount === 'number' && amount > 0 && (unit === 'usd' || Number.isInteger(amount));
    const wanted = unit === 'usd' ? 'an amount of dollars above 0' : 'a whole number above 0';
    if (sound) return [];
    return [error('bad-spend-cap', [...path, unit], `spendCap.${unit} of the loop "${id}" must be ${wanted}.`)];
  });
}

function ceilingRule(id: string, ceiling: Json | undefined, path: JsonPath): readonly Issue[] {
  if (ceiling === undefined || (typeof ceiling === 'number' && Number.isInteger(ceiling) && ceiling >= 1)) return [];
  const message = `noProgressCeiling of the loop "${id}" must be a whole number from 1: how many passes in a row may change nothing.`;
  return [error('bad-no-progress-ceiling', path, message)];
}

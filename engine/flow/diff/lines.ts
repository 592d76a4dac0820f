import { counted } from '../../counted';
import type { FlowChange, FlowDiff, PartChange, RouteChange, RouteEnd } from './change';
import { isCap, valueWords } from './words';

/** One change, in words for a person. */
export interface DiffLine {
  readonly how: FlowChange['how'] | 'moved' | 'same';
  readonly text: string;
  /** What is different in it, where that is more than one thing. */
  readonly details: readonly string[];
  /** A cap, a budget or another limit is among it. */
  readonly cap: boolean;
  /** Its place in `FlowDiff.changes`; null for what is no change of what the flow does. */
  readonly change: number | null;
}

/** Every change in the order of `changes`, moves folded into the last line. One line says so where nothing changed. */
export function diffLines(diff: FlowDiff): readonly DiffLine[] {
  const lines = diff.changes.map((change, index) => lineOf(change, index));
  const apart = { details: [], cap: false, change: null };
  const { length } = diff.moved;
  return [
    ...lines,
    ...(lines.length === 0 ? [{ ...apart, how: 'same', text: 'Nothing changed in what it does' } as const] : []),
    ...(length === 0 ? [] : [{ ...apart, how: 'moved', text: `${counted(length, 'step')} moved` } as const]),
  ];
}

/** The lines as plain text, one mark in front of each, details below it. */
export const diffText = (diff: FlowDiff): readonly string[] =>
  diffLines(diff).flatMap(({ how, text, details }) => [
    `${MARKS[how]} ${text}`,
    ...details.map((each) => `    ${each}`),
  ]);

export const MARKS: Readonly<Record<DiffLine['how'], string>> = {
  added: '+',
  removed: '-',
  changed: '~',
  renamed: '>',
  moved: ' ',
  same: ' ',
};

function lineOf(change: FlowChange, index: number): DiffLine {
  const one = { how: change.how, change: index };
  if (change.what === 'route') return { ...one, text: routeText(change), details: [], cap: false };
  const details = change.values.map((value) => valueWords(change, value));
  const cap = change.values.some((value) => isCap(change.what, value.path));
  const head = partText(change);
  if (change.how === 'changed') {
    const only = details.length === 1 ? details[0] : undefined;
    // What belongs to the flow itself needs no name in front of it.
    if (change.what === 'flow' && only !== undefined) return { ...one, text: only, details: [], cap };
    return only === undefined
      ? { ...one, text: head, details, cap }
      : { ...one, text: `${head}: ${only}`, details: [], cap };
  }
  return { ...one, text: head, details, cap };
}

function partText({ what, how, before, after, kind, leads }: PartChange): string {
  const sort = kind === '' ? what : `${what === 'loop' ? `${kind} ` : ''}${what}`;
  const name = `${what} ${after ?? before}`;
  const of = what === 'step' && kind !== '' ? ` (${kind})` : '';
  switch (how) {
    case 'added':
      return `${sort} ${after}${of} added${leads.length > 0 ? `, leads to ${leads.join(', ')}` : ''}`;
    case 'removed':
      return `${sort} ${before}${of} removed${leads.length > 0 ? `; it led to ${leads.join(', ')}` : ''}`;
    case 'renamed':
      return `${what} ${before} is now called ${after}`;
    case 'changed':
      return what === 'flow' ? `${after}` : name;
  }
}

function routeText({ how, before, after }: RouteChange): string {
  const end = after ?? before;
  if (end === null) return '';
  const name = `route ${nameOf(end)}`;
  if (how === 'added') return `${name} added: leads to ${end.to}`;
  if (how === 'removed') return `${name} removed: it led to ${end.to}`;
  if (before === null || after === null) return name;
  const said = [
    ...(before.to === after.to ? [] : [`${before.to} → ${after.to}`]),
    ...(before.label === after.label ? [] : [`the condition was ${before.label}`]),
    ...(before.to === after.to && before.label === after.label ? ['is looked at in another order'] : []),
  ];
  return `${name}: ${said.join('; ')}`;
}

function nameOf({ from, kind, label }: RouteEnd): string {
  switch (kind) {
    case 'strong':
      return from;
    case 'else':
      return `${from}, else`;
    case 'case':
      return `${from}, when ${label}`;
    case 'weak':
    case 'outcome':
    case 'choice':
      return `${from}, ${label}`;
  }
}

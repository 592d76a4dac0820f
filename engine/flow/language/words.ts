import { counted } from '../../counted';
import type { Json } from '../../json';
import { at } from '../../json';
import type { GraphLoop, Route } from '../graph';

/** How parts of a flow are told of in hovers and outlines. */
export const inWords = {
  /** What bounds the loop, as written or as it is where nothing is written. */
  cap(flow: Json, { type, path }: GraphLoop): string {
    const given = (key: string, byDefault: Json = '?') => `${at(flow, [...path, key]) ?? byDefault}`;
    switch (type) {
      case 'until':
        return `at most ${counted(given('maxPasses'), 'pass', 'passes')}`;
      case 'group':
        return `${counted(given('maxIterations'), 'iteration')} in a batch`;
      case 'improve':
        return `at most ${counted(given('maxIterations', 20), 'round')}`;
      default:
        return 'no type that is known';
    }
  },
  /** A way out of a step: `next`, or in which case. */
  way: ({ kind, label }: Route): string => {
    switch (kind) {
      case 'strong':
        return 'next';
      case 'else':
        return 'else';
      case 'case':
        return `when ${label}`;
      case 'weak':
      case 'outcome':
      case 'choice':
        return label;
    }
  },
};

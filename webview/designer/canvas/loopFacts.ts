import type { GraphLoop } from '../../../engine/flow/graph';
import type { Json } from '../../../engine/json';
import { at } from '../../../engine/json';
import { texts } from '../texts';
import { loopTexts } from './loopTexts';

/** What bounds a loop, and what else is decided about it; each a short text. */
export function loopFacts(flow: Json, loop: GraphLoop): { readonly cap: string; readonly facts: readonly string[] } {
  const text = (...path: string[]) => {
    const value = at(flow, [...loop.path, ...path]);
    return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  };
  const fact = (value: string, words: (value: string) => string) => (value === '' ? [] : [words(value)]);
  switch (loop.type) {
    case 'group': {
      const iterations = text('maxIterations');
      return {
        cap: iterations === '' ? texts.canvas.iterationsUnset : texts.canvas.iterations(iterations),
        facts: [loopTexts.entryTail(loop.head, loop.tail), ...fact(text('exitTo'), loopTexts.handsTo)],
      };
    }
    case 'improve':
      return {
        cap: texts.canvas.rounds(text('maxIterations') || '20'),
        facts: [
          loopTexts.perfect(text('perfect') || '100'),
          loopTexts.patience(text('patience') || '4'),
          ...(at(flow, [...loop.path, 'restoreBest']) === true ? [loopTexts.keepsBest] : []),
        ],
      };
    default: {
      const passes = text('maxPasses');
      return {
        cap: passes === '' ? texts.canvas.passesUnset : texts.canvas.passes(passes),
        facts: [
          ...fact(text('spendCap', 'usd'), texts.canvas.usd),
          ...fact(text('spendCap', 'tokens'), (tokens) => texts.canvas.tokens(apart(tokens))),
          ...fact(text('noProgressCeiling'), texts.canvas.noProgress),
        ],
      };
    }
  }
}

/** `200000` is hard to read; what is no number is shown as it was written. */
const apart = (number: string): string => (/^\d+$/.test(number) ? Number(number).toLocaleString('en-US') : number);

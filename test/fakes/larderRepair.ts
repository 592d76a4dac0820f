import type { ModelAnswer, ModelRequest } from './modelServer';

/** The edits that repair the sample, as a text that stands in a file and what stands there afterwards. */
export const REPAIRS: readonly { readonly path: string; readonly from: string; readonly to: string }[] = [
  {
    path: 'src/quantity.js',
    from: 'return (whole + numerator) / denominator;',
    to: 'return whole + numerator / denominator;',
  },
  {
    path: 'src/shopping.js',
    from: "import { sameMeasure } from './units.js';",
    to: "import { convert, sameMeasure } from './units.js';",
  },
  {
    path: 'src/shopping.js',
    from: 'line.amount += item.amount;',
    to: 'line.amount += convert(item.amount, item.unit, line.unit);',
  },
];

/** The names that a program gives to its tools, and how they are used. */
export interface Hands {
  /** Its tool for edits: whoever is offered it is the one who repairs. */
  readonly edits: string;
  readonly edit: (repair: (typeof REPAIRS)[number]) => ModelAnswer;
  /** What looks at files before they are edited, and what tries a check, where it can. */
  readonly before: readonly ModelAnswer[];
  readonly after: readonly ModelAnswer[];
  readonly judge: (request: ModelRequest, goalMet: boolean) => ModelAnswer;
}

/**
 * A model that repairs the sample in two passes: the quantities, then the list. Its judge says "met" both times; the first
 * time the tests say otherwise.
 */
export function larderModel(hands: Hands): (request: ModelRequest) => ModelAnswer {
  const [first, ...rest] = REPAIRS;
  const done: ModelAnswer = { text: 'I repaired what I found.' };
  const script = [
    ...hands.before,
    ...(first === undefined ? [] : [hands.edit(first)]),
    ...hands.after,
    done,
    ...hands.before,
    ...rest.map(hands.edit),
    ...hands.after,
    done,
  ];
  let next = 0;
  return (request) => {
    if (request.tools.length === 0) return { text: 'Fine.' };
    if (!request.tools.includes(hands.edits)) return hands.judge(request, true);
    return script[next++] ?? done;
  };
}

import type { Latch } from '../../loops/ledger';
import type { ReportLimits } from './limits';
import { own, quoted } from './quoted';

/** The ledger, open latches first, each with its claim, its reason and all that happened to it. */
export function latchLines(ledger: readonly Latch[], limits: ReportLimits): readonly string[] {
  const order = [...ledger].sort((a, b) => Number(b.state === 'open') - Number(a.state === 'open'));
  const left = order.length - limits.latches;
  return [
    '## Latches',
    '',
    ...(order.length === 0 ? ['None was opened.'] : []),
    ...order.slice(0, limits.latches).flatMap((latch) => linesOf(latch, limits)),
    ...(left > 0 ? [`- ${left} more are in the trace`] : []),
  ];
}

const linesOf = (latch: Latch, { text, files }: ReportLimits): readonly string[] => [
  `- **${latch.state === 'open' ? 'open' : own(latch.state)}**: ${quoted(latch.id)}`,
  `  - claim: ${quoted(latch.claim, text)}`,
  `  - reason: ${quoted(latch.reason, text)}`,
  ...(latch.paths.length === 0
    ? []
    : [
        `  - files: ${latch.paths
          .slice(0, files)
          .map((path) => quoted(path))
          .join(', ')}${latch.paths.length > files ? `, ${latch.paths.length - files} more` : ''}`,
      ]),
  ...latch.history
    .slice(-HISTORY)
    .map(({ what, pass, why }) => `  - pass ${own(String(pass))}, ${own(what)}: ${quoted(why, text)}`),
];

/** Events of one latch: its last ones say how it came to stand as it does. */
const HISTORY = 6;

import { counted } from '../../counted';
import { durationText } from '../durationText';
import { proofText } from '../outcomeText';
import { meterText, spendText } from '../spendText';
import type { RunResult } from '../state';
import type { ReportLimits } from './limits';
import { own, quoted } from './quoted';
import type { Reported } from './reported';

/** Title, outcome and what a reader wants to know first. Only a completion reads as one, and it says what is behind it. */
export function headLines(
  { flow, result, state, history, damaged, tornBytes, earlier = false }: Reported,
  limits: ReportLimits,
) {
  const { head } = state;
  const open = result.openLatches.length;
  const startedAt = result.startedAt === '' ? history.startedAt : result.startedAt;
  const took = durationText(startedAt, history.lastAt);
  const passes = Object.entries(result.counters).map(([loop, { pass }]) => `${quoted(loop)} ${own(String(pass))}`);
  return [
    `# Run of ${quoted(flow?.title ?? result.flow.id, 80)}: ${headline(result)}`,
    '',
    ...(result.outcome === 'complete' && result.confirmed === 'evidence' ? [] : [`> **${warning(result)}**`, '']),
    ...fact('Outcome', own(result.outcome)),
    ...fact('Reason', result.reason === null ? '' : own(result.reason)),
    ...fact('Why', result.why === '' ? '' : quoted(result.why, limits.text)),
    ...fact('Confirmed', own(result.confirmed)),
    ...fact('Goal', head === null ? '' : quoted(head.goal, limits.text)),
    ...fact('Flow', `${quoted(result.flow.id)}, file ${quoted(result.flow.path)}, hash ${quoted(result.flow.hash)}`),
    ...fact('Run', `${quoted(result.run)}, ${own(history.mode)}`),
    ...fact(
      'Time',
      [startedAt ?? '', history.lastAt ?? ''].filter(Boolean).map(timeText).join(' to ') + (took ? `, ${took}` : ''),
    ),
    ...fact('Passes', passes.join(', ')),
    ...fact('Spend', spendLine(result)),
    ...fact('Open latches', open === 0 ? 'none' : `**${open}**`),
    ...(earlier
      ? ['- **This run is long**: passes, evidence, changes, notes and acts below are those of its end.']
      : []),
    ...(damaged.length + tornBytes > 0
      ? [
          `- **The trace is damaged**: ${counted(damaged.length, 'line')} cannot be read, ${counted(tornBytes, 'byte is', 'bytes are')} torn off.`,
        ]
      : []),
  ];
}

function headline(result: Pick<RunResult, 'outcome' | 'reason' | 'confirmed'>): string {
  const { outcome, reason, confirmed } = result;
  if (outcome === 'complete') return `complete${proofText(confirmed)}`;
  const reasoned = reason === null ? '' : ` (${own(reason)})`;
  return isOver(outcome) ? `not complete, ${own(outcome)}${reasoned}` : `not ended, ${own(outcome)}`;
}

function warning({ outcome, confirmed }: RunResult): string {
  if (!isOver(outcome)) return 'This run has not ended.';
  if (outcome !== 'complete') return 'This run did not reach its goal.';
  return confirmed === 'opinion'
    ? 'A worker said that the goal is met. No check of the engine stands behind it.'
    : 'Nothing checked that the goal is met.';
}

const isOver = (outcome: RunResult['outcome']): boolean =>
  outcome !== 'running' && outcome !== 'waiting' && outcome !== 'paused' && outcome !== 'interrupted';

/** Unknown is said before anything else. */
export function spendLine({ spend }: Pick<RunResult, 'spend'>): string {
  const first = spend.firstUnknown === null ? '' : `; first: ${quoted(spend.firstUnknown)}`;
  return `${own(spendText({ ...spend, firstUnknown: null }).replace(/^spend: /, ''))}${first}`;
}

/** The same of one worker or loop. */
export function quotedMeter(spend: RunResult['spend']): string {
  const first = spend.firstUnknown === null ? '' : `; first: ${quoted(spend.firstUnknown)}`;
  return `${own(meterText({ ...spend, firstUnknown: null }))}${first}`;
}

const fact = (name: string, text: string): readonly string[] => (text === '' ? [] : [`- ${name}: ${text}`]);

/** `2026-03-01 10:04:10 UTC`. */
const timeText = (iso: string): string =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(iso) ? `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC` : quoted(iso);

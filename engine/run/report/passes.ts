import { counted } from '../../counted';
import { durationText } from '../durationText';
import type { Batch, RunHistory, Stretch } from '../history';
import { spendText } from '../spendText';
import type { ReportLimits } from './limits';
import { own, quotedCell } from './quoted';
import type { Visited } from './visited';
import { everyStretch, nameIn } from './visited';

/** Passes as a table: what the judge proposed beside what the engine decided. Then batches and rounds. */
export function passLines(history: RunHistory, limits: ReportLimits): readonly string[] {
  const passes = everyStretch(history).filter(({ stretch }) => stretch.loop !== null && stretch.pass > 0);
  const shown = passes.slice(-limits.passes);
  return [
    '## Passes',
    '',
    ...(passes.length === 0 ? ['No pass of a loop was begun.'] : []),
    ...(shown.length < passes.length
      ? [
          `${counted(passes.length - shown.length, 'pass before these is', 'passes before these are')} in the trace.`,
          '',
        ]
      : []),
    ...(shown.length === 0
      ? []
      : [
          '| pass | judge proposed | engine decided | terms that failed | marker | spend | took |',
          '| --- | --- | --- | --- | --- | --- | --- |',
          ...shown.map(passRow),
        ]),
    ...innerLines(history, limits),
  ];
}

function passRow({ place, stretch }: Visited): string {
  const { loop, pass, weighed, ended, spend, startedAt, endedAt } = stretch;
  const failed = weighed?.terms.filter(({ ok }) => !ok) ?? [];
  const cells = [
    `${own(String(pass))} of ${quotedCell(nameIn(place, loop ?? ''))}`,
    weighed === null ? 'no judgment' : own(weighed.proposed),
    decidedText(stretch),
    failed.map(({ term }) => own(term)).join(', '),
    ended === null || ended.marker === null ? '' : quotedCell(ended.marker),
    own(spendText({ ...spend, firstUnknown: null }).replace(/^spend: /, '')),
    durationText(startedAt, endedAt),
  ];
  return `| ${cells.join(' | ')} |`;
}

function decidedText({ weighed, ended }: Stretch): string {
  if (ended === null) return 'has not ended';
  if (weighed?.confirmed === true) return '**confirmed**';
  const early = ended.how === 'ended-early' ? ', ended early' : '';
  return own(`${ended.decision === 'again' ? 'not confirmed, again' : `not confirmed, ${ended.decision}`}${early}`);
}

function innerLines({ batches, rounds }: RunHistory, limits: ReportLimits): readonly string[] {
  const lines = [
    ...batches.map(
      (batch) =>
        `- batch ${own(String(batch.batch))} of ${quotedCell(batch.loop)}: ${own(String(batch.iteration))} iterations, ${batchEnd(batch)}`,
    ),
    ...rounds.map(({ loop, round, scored, best, ended }) => {
      const score = scored === null || scored.score === null ? 'no score' : `score ${scored.score}`;
      const known = best === null ? '' : `, best ${best}`;
      return `- round ${own(String(round))} of ${quotedCell(loop)}: ${own(`${score}${known}${ended === null ? '' : `, ${ended.reason}`}`)}`;
    }),
  ];
  const left = lines.length - limits.passes;
  return lines.length === 0
    ? []
    : ['', ...lines.slice(-limits.passes), ...(left > 0 ? [`- ${left} before these are in the trace`] : [])];
}

function batchEnd({ ended, endedAt }: Batch): string {
  switch (ended?.type) {
    case 'workflow.loop.exhausted':
      return `used up, ${quotedCell(ended.to)} was handed control`;
    case 'workflow.loop.abandoned':
      return `abandoned, ${quotedCell(ended.by)} led out of it`;
    case 'workflow.loop.left':
      return `left for ${quotedCell(ended.to)}, its condition was met`;
    case undefined:
      return endedAt === null ? 'open' : 'another batch followed';
  }
}

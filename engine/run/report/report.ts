import { counted } from '../../counted';
import { explainLimits } from '../../flow/limits';
import { mermaidOf } from '../../flow/mermaid';
import type { Flow } from '../../flow/schema';
import { capsText } from '../entryWords';
import { meterTexts } from '../spendText';
import { changeLines } from './changed';
import { evidenceLines } from './evidence';
import { headLines, quotedMeter, spendLine } from './head';
import { latchLines } from './latches';
import type { ReportLimits } from './limits';
import { REPORT_LIMITS } from './limits';
import { passLines } from './passes';
import { noteLines, peopleLines } from './people';
import { fenced, quoted } from './quoted';
import type { Reported } from './reported';
import { reproduceLines } from './reproduce';

/** What the body of a pull request holds on the large hosts, with room for a word before it. */
export const MOST_CHARACTERS = 60_000;

/**
 * A run as one page of Markdown that is ready for a pull request: at most 60,000 characters, however long the run is; what
 * is left out is counted. The same run gives the same page. Values of inputs, prompts and output are not in it.
 */
export function reportOf(run: Reported): string {
  let page = '';
  for (const limits of REPORT_LIMITS) {
    page = pageOf(run, limits);
    if (page.length <= MOST_CHARACTERS) return page;
  }
  return page;
}

function pageOf(run: Reported, limits: ReportLimits): string {
  const { history, state, flow } = run;
  return [
    ...headLines(run, limits),
    '',
    ...(flow === null ? [] : ['## Flow', '', drawn(flow), '']),
    ...passLines(history, limits),
    '',
    ...latchLines(state.ledger, limits),
    '',
    ...evidenceLines(history, limits, run.forModel === true),
    '',
    ...changeLines(history, limits),
    '',
    ...spendLines(run),
    ...noteLines(history, limits),
    ...peopleLines(history, limits),
    '',
    ...reproduceLines(run),
    '',
    'Text in `this type` is quoted from the flow, the repository, people and workers.',
    '',
  ].join('\n');
}

/** A flow that is too large to be looked at in a page is named by its size. */
function drawn(flow: Flow): string {
  const chart = mermaidOf(flow);
  return chart.length <= MOST_CHART
    ? fenced(chart, 'mermaid')
    : `${counted(Object.keys(flow.steps).length, 'step')}: too many to draw here.`;
}

const MOST_CHART = 12_000;

function spendLines({ flow, result, state, history }: Reported): readonly string[] {
  const raised = Object.entries(state.head?.raised ?? {});
  return [
    '## Spend',
    '',
    `- ${spendLine(result)}`,
    ...meterTexts(state, quoted, quotedMeter).map((text) => `  - ${text}`),
    ...(flow === null
      ? []
      : [
          `- limits: ${explainLimits(flow, history.mode)
            .map((line) => quoted(line))
            .join(', ')}`,
        ]),
    ...raised.map(([loop, bounds]) => `- changed since the start: ${quoted(loop)}: ${quoted(capsText(bounds))}`),
  ];
}

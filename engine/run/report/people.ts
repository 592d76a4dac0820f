import { capsText } from '../entryWords';
import type { Act, RunHistory } from '../history';
import type { ReportLimits } from './limits';
import { own, quoted } from './quoted';
import { everyStretch, nameIn, stepsOf } from './visited';

/** Notes and steers of each pass, and what people did to the run and answered. */
export function noteLines(history: RunHistory, limits: ReportLimits): readonly string[] {
  const notes = everyStretch(history).flatMap(({ stretch }) => [
    ...stretch.notes.map(
      ({ pass, from, text }) => `- pass ${own(String(pass))}, ${own(from)}: ${quoted(text, limits.text)}`,
    ),
    ...stretch.steers.map(
      (text) => `- pass ${own(String(stretch.pass))}, steer that was sent: ${quoted(text, limits.text)}`,
    ),
  ]);
  const left = notes.length - limits.notes;
  return notes.length === 0
    ? []
    : [
        '',
        '## Notes',
        '',
        ...(left > 0 ? [`${left} before these are in the trace.`, ''] : []),
        ...notes.slice(-limits.notes),
      ];
}

export function peopleLines(history: RunHistory, limits: ReportLimits): readonly string[] {
  const answers = everyStretch(history).flatMap(({ place, stretch }) =>
    stepsOf(stretch).flatMap(({ step, asked, answered }) =>
      asked === null || answered === null
        ? []
        : [
            `- ${quoted(nameIn(place, step))}: asked ${quoted(asked.question, limits.text)}; ${quoted(answered.by)} answered ${quoted(answered.choice)}`,
          ],
    ),
  );
  const lines = [...answers, ...history.acts.map(actLine)];
  return lines.length === 0 ? [] : ['', '## From outside', '', ...lines.slice(-limits.notes)];
}

function actLine({ at, what }: Act): string {
  switch (what.type) {
    case 'run.forked':
      return `- ${quoted(at)}: forked from run ${quoted(what.from)} after its super-step ${own(String(what.superStep))}`;
    case 'run.resumed':
      return `- ${quoted(at)}: resumed${what.flow === undefined ? '' : ', with its flow as it was then'}`;
    case 'run.paused':
      return `- ${quoted(at)}: paused by ${quoted(what.by)}`;
    case 'caps.changed':
      return `- ${quoted(at)}: ${quoted(what.by)} changed caps of ${quoted(what.loop)}: ${quoted(capsText(what.caps))}`;
    case 'caps.refused':
      return `- ${quoted(at)}: caps of ${quoted(what.loop)} stayed, ${quoted(what.by)} may not change them: ${quoted(what.why)}`;
  }
}

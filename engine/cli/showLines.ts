import type { Latch } from '../loops/ledger';
import type { StepRun, Stretch } from '../run/history';
import type { RunState } from '../run/state';
import type { Reading } from '../runner/runs';
import { endLines } from './endLines';
import { commandLine } from './liveLines';
import { usageText } from './spendText';
import type { Line, Tone } from './terminal';
import { verdictText } from './verdictText';

/** A run as a person reads it afterwards: pass by pass, then what stands open, then how it ended. */
export function showLines(reading: Reading): readonly Line[] {
  const { run, state, history, damaged, tornBytes, holder } = reading;
  const { head } = state;
  const held = holder === null ? '' : `, carried by pid ${holder.pid}`;
  return [
    line('strong', `run ${run}: flow ${head?.flow.id ?? '(unreadable)'}, ${history.mode}${held}`),
    ...(head ? [line('dim', `goal: ${head.goal}`), line('dim', `flow file: ${head.flow.path}`)] : []),
    ...damaged.map((number) => line('bad', `line ${number} of the trace cannot be read`)),
    ...(tornBytes > 0 ? [line('warn', `the trace ends in the middle of a line (${tornBytes} bytes)`)] : []),
    ...history.stretches.flatMap(stretchLines),
    ...state.ledger.flatMap(latchLines),
    ...noteLines(state),
    ...endLines(reading),
  ];
}

function stretchLines(stretch: Stretch): readonly Line[] {
  const { loop, pass, steps, weighed, ended, drifted } = stretch;
  const title =
    loop === null ? 'outside loops' : pass === 0 ? `loop ${loop}, before pass 1` : `pass ${pass} of loop ${loop}`;
  const failing = weighed?.confirmed === false ? weighed.terms.filter((term) => !term.ok) : [];
  return [
    line('strong', title),
    ...steps.flatMap(stepLines),
    ...(weighed
      ? [line(weighed.confirmed ? 'good' : 'warn', `  ${verdictText(weighed.proposed, weighed.confirmed)}`)]
      : []),
    ...failing.map((term) => line('warn', `    ${term.term}: ${term.reason}`)),
    ...(drifted.length > 0 ? [line('bad', `  frozen paths changed: ${drifted.join(', ')}`)] : []),
    ...(ended ? [line('dim', `  ended: ${ended.decision}${ended.why ? ` (${ended.why})` : ''}`)] : []),
  ];
}

function stepLines(step: StepRun): readonly Line[] {
  const tone: Tone = step.state === 'failed' || step.state === 'interrupted' ? 'warn' : 'plain';
  return [
    line(tone, `  ${step.step} (${step.kind}): ${step.state}${step.outcome ? `, ${step.outcome}` : ''}`),
    ...step.attempts.flatMap((attempt) => [
      ...(attempt.worker === null
        ? []
        : [
            line(
              'dim',
              `    attempt ${attempt.attempt}, ${attempt.worker}: ${attempt.status ?? 'no end'}${attempt.usage ? `, ${usageText(attempt.usage)}` : ''}`,
            ),
          ]),
      ...(attempt.failed === null
        ? []
        : [line('warn', `    attempt ${attempt.attempt} did not do: ${attempt.failed}`)]),
    ]),
    ...step.commands.map((command) => line(command.clean ? 'good' : 'bad', `    ${commandLine(command)}`)),
    ...(step.changed.length > 0
      ? [line('dim', `    changed: ${step.changed.map(({ path }) => path).join(', ')}`)]
      : []),
  ];
}

const latchLines = (latch: Latch): readonly Line[] => [
  line(latch.state === 'open' ? 'bad' : 'plain', `latch ${latch.id}: ${latch.state}`),
  ...latch.history.map((event) => line('dim', `  pass ${event.pass}: ${event.what}, ${event.why}`)),
];

const noteLines = (state: RunState): readonly Line[] =>
  Object.entries(state.loops).flatMap(([loop, { notes }]) =>
    notes.map((note) => line('dim', `note of loop ${loop}, pass ${note.pass} (${note.from}): ${note.text}`)),
  );

const line = (tone: Tone, text: string): Line => ({ tone, text });

import { blockedText, commandLine, effectText, verdictReasons } from '../run/entryWords';
import type { ChildRun, StepRun, Stretch } from '../run/history';
import { usageText } from '../run/spendText';
import { verdictText } from '../run/verdictText';
import type { Line, Tone } from './terminal';

/** A stretch of a run with its steps, and below each what it called. */
export function stretchLines(stretch: Stretch, indent = ''): readonly Line[] {
  const { loop, pass, steps, weighed, ended, drifted } = stretch;
  const title =
    loop === null ? 'outside loops' : pass === 0 ? `loop ${loop}, before pass 1` : `pass ${pass} of loop ${loop}`;
  const failing = weighed?.confirmed === false ? weighed.terms.filter((term) => !term.ok) : [];
  return [
    line('strong', `${indent}${title}`),
    ...steps.flatMap((step) => stepLines(step, `${indent}  `)),
    ...(weighed
      ? [line(weighed.confirmed ? 'good' : 'warn', `${indent}  ${verdictText(weighed.proposed, weighed.confirmed)}`)]
      : []),
    ...failing.map((term) => line('warn', `${indent}    ${term.term}: ${term.reason}`)),
    ...(drifted.length > 0 ? [line('bad', `${indent}  frozen paths changed: ${drifted.join(', ')}`)] : []),
    ...(ended ? [line('dim', `${indent}  ended: ${ended.decision}${ended.why ? ` (${ended.why})` : ''}`)] : []),
  ];
}

function stepLines(step: StepRun, indent: string): readonly Line[] {
  const tone: Tone = step.state === 'failed' || step.state === 'interrupted' ? 'warn' : 'plain';
  const where = step.inner === null ? '' : ` [${innerText(step.inner)}]`;
  const kind = step.kind === '' ? '' : ` (${step.kind})`;
  const outcome = step.outcome ? `, ${step.outcome}` : '';
  return [
    line(tone, `${indent}${step.step}${kind}${where}: ${step.state}${outcome}${step.cached ? ', from the cache' : ''}`),
    ...attemptLines(step, `${indent}  `),
    ...step.commands.map((command) => line(command.clean ? 'good' : 'bad', `${indent}  ${commandLine(command)}`)),
    ...aboutLines(step).map(({ tone: own, text }) => line(own, `${indent}  ${text}`)),
    ...(step.changed.length > 0
      ? [line('dim', `${indent}  changed: ${step.changed.map(({ path }) => path).join(', ')}`)]
      : []),
    ...step.children.flatMap((child) => childLines(child, `${indent}  `)),
  ];
}

const innerText = ({ loop, batch, iteration }: NonNullable<StepRun['inner']>): string =>
  batch === undefined ? `${loop} round ${iteration}` : `${loop} batch ${batch}, iteration ${iteration}`;

const attemptLines = (step: StepRun, indent: string): readonly Line[] =>
  step.attempts.flatMap(({ attempt, worker, status, usage, failed }) => [
    ...(worker === null
      ? []
      : [
          line(
            'dim',
            `${indent}attempt ${attempt}, ${worker}: ${status ?? 'no end'}${usage ? `, ${usageText(usage)}` : ''}`,
          ),
        ]),
    ...(failed === null ? [] : [line('warn', `${indent}attempt ${attempt} did not do: ${failed}`)]),
  ]);

/** What the step's kind has to say: a gate's verdict, a plan's tasks, a watch's polls, an effect in doubt. */
function aboutLines({ handoff, decided, tasks, result, wait, effect }: StepRun): readonly Line[] {
  return [
    ...(handoff === undefined ? [] : [line('plain', `handed control by ${handoff.loop}: ${handoff.reason}`)]),
    ...(decided === null
      ? []
      : [
          line(
            decided.decision === 'passed' ? 'plain' : 'warn',
            `attempt ${decided.attempt} ${decided.decision}${suffix(verdictReasons(decided.verdict))}`,
          ),
        ]),
    ...tasks.map(({ task, status }) => line(status === 'done' ? 'plain' : 'bad', `task ${task}: ${status}`)),
    ...(result?.kind === 'plan' && result.state !== 'more'
      ? result.blocked.map((task) => line('warn', blockedText(task)))
      : []),
    ...(result?.kind === 'map'
      ? result.failures.map(({ index, reason }) => line('warn', `item ${index + 1} failed: ${reason}`))
      : []),
    ...(wait === null
      ? []
      : [
          line(
            'plain',
            `${wait.polls} polls${suffix(wait.last === null ? '' : `the last: ${wait.last.outcome}`)}${wait.last?.due ? `; next at ${wait.last.due}` : ''}`,
          ),
        ]),
    ...(effect?.state === 'in-doubt' ? [line('bad', effectText(effect))] : []),
  ];
}

function childLines(child: ChildRun, indent: string): readonly Line[] {
  const end = child.ended === null ? '' : `: ${child.ended.outcome}${suffix(child.ended.why ?? '')}`;
  if (child.index === null) {
    return [
      line('strong', `${indent}flow ${child.flow?.id ?? '(unreadable)'}${end}`),
      ...child.stretches.flatMap((stretch) => stretchLines(stretch, `${indent}  `)),
    ];
  }
  return [
    line('plain', `${indent}${child.task === null ? `item ${child.index + 1}` : `task ${child.task}`}`),
    ...child.stretches.flatMap(({ steps }) => steps.flatMap((step) => stepLines(step, `${indent}  `))),
  ];
}

const suffix = (text: string): string => (text === '' ? '' : `, ${text}`);
const line = (tone: Tone, text: string): Line => ({ tone, text });

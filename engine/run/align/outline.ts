import type { Usage } from '../../ports';
import { commandLine } from '../entryWords';
import type { ChildRun, FlowHistory, RunHistory, StepRun, Stretch } from '../history';
import { outcomeText } from '../outcomeText';
import { usageText } from '../spendText';
import type { RunResult, RunState } from '../state';
import { verdictText } from '../verdictText';

/** What a line of an outline is about. */
export type Aspect = 'start' | 'step' | 'outcome' | 'claim' | 'evidence' | 'latch' | 'note' | 'files' | 'spend';

/** A line of an outline, with what stands below it. Of two runs, lines of the same key stand beside each other. */
export interface OutlineLine {
  readonly key: string;
  readonly text: string;
  readonly aspect: Aspect;
  readonly below: readonly OutlineLine[];
}

export interface Outlined {
  readonly state: RunState;
  readonly history: RunHistory;
  readonly result: RunResult;
  /** The run is long, and its history tells of its end alone. */
  readonly earlier?: boolean;
}

/**
 * A run as lines that can be held beside those of another one: by pass and step, without what always differs, such as times,
 * ids and durations.
 */
export function outlineOf({ state, history, result, earlier = false }: Outlined): readonly OutlineLine[] {
  const { head } = state;
  return [
    line('start', 'start', `flow ${result.flow.id}, ${history.mode}`, [
      line('hash', 'start', `hash of the flow: ${result.flow.hash}`),
      line('goal', 'start', `goal: ${oneLine(head?.goal ?? '')}`),
      ...Object.entries(state.inputs).map(([name, value]) =>
        line(`input ${name}`, 'start', `input ${name}: ${oneLine(JSON.stringify(value))}`),
      ),
      ...(earlier ? [line('earlier', 'start', 'it is long: only its end is told of here')] : []),
    ]),
    ...flowLines(history),
    line('end', 'outcome', `end: ${oneLine(outcomeText(result))}`, [
      ...state.ledger.map(({ id, state: stands }) => line(`latch ${id}`, 'latch', `latch ${id}: ${stands}`)),
    ]),
  ];
}

function flowLines(flow: FlowHistory): readonly OutlineLine[] {
  const counts = new Map<string, number>();
  return flow.stretches.map((stretch) => stretchLine(stretch, nth(counts, `${stretch.loop ?? ''} ${stretch.pass}`)));
}

/** A loop may be entered again: the same pass is then told apart by its place in the order. */
function stretchLine(stretch: Stretch, occurrence: number): OutlineLine {
  const { loop, pass, steps, weighed, ended, latches, notes, steers, drifted } = stretch;
  const again = occurrence > 1 ? `, entered again (${occurrence})` : '';
  const title =
    loop === null ? 'outside loops' : pass === 0 ? `loop ${loop}, before pass 1` : `pass ${pass} of loop ${loop}`;
  const counts = new Map<string, number>();
  return line(`${loop ?? ''} ${pass} ${occurrence}`, 'step', `${title}${again}`, [
    ...steps.map((step) => stepLine(step, nth(counts, step.step))),
    ...(weighed === null
      ? []
      : [
          line(
            'claim',
            'claim',
            verdictText(weighed.proposed, weighed.confirmed),
            weighed.terms.map(({ term, ok, reason }) =>
              line(`term ${term}`, 'evidence', `${term}: ${ok ? 'holds' : 'does not hold'}, ${oneLine(reason)}`),
            ),
          ),
        ]),
    ...latches.map((event, index) =>
      line(
        `latch ${index}`,
        'latch',
        `${event.type.replace('.', ' ')}: ${typeof event.latch === 'string' ? event.latch : event.latch.id}`,
      ),
    ),
    ...(drifted.length > 0 ? [line('drifted', 'latch', `frozen paths changed: ${drifted.join(', ')}`)] : []),
    ...notes.map(({ from, text }, index) => line(`note ${index}`, 'note', `note (${from}): ${oneLine(text)}`)),
    ...steers.map((text, index) => line(`steer ${index}`, 'note', `steer: ${oneLine(text)}`)),
    ...(ended === null
      ? []
      : [
          line(
            'ended',
            'outcome',
            `ended: ${ended.decision}${ended.why ? `, ${oneLine(ended.why)}` : ''}; marker ${ended.marker ?? 'none'}`,
          ),
        ]),
  ]);
}

function stepLine(step: StepRun, occurrence: number): OutlineLine {
  const kind = step.kind === '' ? '' : ` (${step.kind})`;
  const outcome = step.outcome && step.outcome !== step.state ? `, ${step.outcome}` : '';
  const cached = step.cached ? ', from the cache' : '';
  return line(`step ${step.step} ${occurrence}`, 'step', `${step.step}${kind}: ${step.state}${outcome}${cached}`, [
    ...step.attempts.flatMap(({ attempt, worker, status, failed, usage }) => [
      ...(worker === null
        ? []
        : [line(`turn ${attempt}`, 'step', `attempt ${attempt}, ${worker}: ${status ?? 'no end'}`)]),
      ...(failed === null
        ? []
        : [line(`failed ${attempt}`, 'claim', `attempt ${attempt} did not do: ${oneLine(failed)}`)]),
      ...spendLines(attempt, usage),
    ]),
    ...step.commands.map((command, index) => line(`command ${index}`, 'evidence', oneLine(commandLine(command)))),
    ...step.commands.flatMap(({ failures }, index) =>
      failures.map(({ name }) => line(`failure ${index} ${name}`, 'evidence', `failed: ${oneLine(name)}`)),
    ),
    ...step.changed.map(({ path, change }) => line(`file ${path}`, 'files', `${change} ${path}`)),
    ...(step.answered === null ? [] : [line('answer', 'outcome', `answered: ${step.answered.choice}`)]),
    ...step.children.map(childLine),
  ]);
}

const spendLines = (attempt: number, usage: Usage | null): readonly OutlineLine[] =>
  usage === null ? [] : [line(`spend ${attempt}`, 'spend', `spend: ${oneLine(usageText(usage))}`)];

const childLine = (child: ChildRun): OutlineLine => {
  const end = child.ended === null ? '' : `: ${child.ended.outcome}`;
  const name = child.index === null ? `flow ${child.flow?.id ?? '(unreadable)'}` : `item ${child.index + 1}`;
  return line(`child ${child.within}`, 'step', `${name}${end}`, flowLines(child));
};

function nth(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const line = (key: string, aspect: Aspect, text: string, below: readonly OutlineLine[] = []): OutlineLine => ({
  key,
  aspect,
  text,
  below,
});

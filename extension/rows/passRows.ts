import type { Stretch } from '../../engine/run/history';
import { fact } from './fact';
import type { FlowPlace } from './flowPlace';
import { ladderRows } from './ladderRows';
import { stepsMeterLines } from './meterText';
import type { Row } from './row';
import type { RunView } from './runView';
import { say } from './say';
import { stepRow } from './stepRows';
import { brief, count, duration, joined, spendText } from './words';

/** A pass of a loop, or its baseline (number 0): what was proposed beside what was decided, and what led to it. */
export function stretchRow(place: FlowPlace, id: string, stretch: Stretch, last: boolean): Row {
  return stretch.pass === 0 ? baselineRow(place, id, stretch) : passRow(place, id, stretch, last);
}

function baselineRow(place: FlowPlace, id: string, stretch: Stretch): Row {
  const { run } = place;
  const verified = Object.values(stretch.baseline?.verifications ?? {});
  const red = verified.filter((verification) => !verification.clean).length;
  const said =
    stretch.baseline === null
      ? say('being taken')
      : red > 0
        ? say('red before')
        : verified.length > 0
          ? say('green before')
          : '';
  return {
    id,
    label: joined(stretch.loop, say('number 0')),
    description: joined(say('baseline'), said, duration(stretch.startedAt, stretch.endedAt)),
    tooltip: say('The checks as they were before any worker ran. Later passes are held against this.'),
    icon: 'milestone',
    contextValue: 'baseline',
    collapsed: true,
    children: [
      ...stretch.steps.map((step) => stepRow(place, id, step)),
      ...(stretch.steps.length > 0
        ? []
        : Object.entries(stretch.baseline?.verifications ?? {}).map(([step, verification]) =>
            fact(`${id}/verified/${step}`, step, verification.clean ? say('clean') : say('not clean'), {
              icon: verification.clean ? 'check' : 'close',
              target: { open: 'step', folder: run.folder, step },
              children: [],
            }),
          )),
    ],
  };
}

function passRow(place: FlowPlace, id: string, stretch: Stretch, last: boolean): Row {
  const { run } = place;
  const { ended } = stretch;
  const confirmed = ended?.decision === 'confirmed';
  const decision = ended
    ? decided(ended.decision)
    : run.state.end
      ? say('not finished')
      : run.held
        ? say('running')
        : say('interrupted');
  const meters = stepsMeterLines(stretch.steps);
  const busy = stretch.steps.some(({ state }) => state === 'running');
  const hasDiff = stretch.from !== null && stretch.to !== null && stretch.from !== stretch.to;
  return {
    id,
    label: joined(stretch.loop, say('pass {0}', stretch.pass)),
    description: joined(
      decision,
      ended ? markerText(ended.stalled) : '',
      spendText(stretch.spend),
      duration(stretch.startedAt, stretch.endedAt),
    ),
    ...(meters.length > 0 ? { tooltip: meters.join('\n') } : {}),
    icon: confirmed
      ? 'pass-filled'
      : ended
        ? 'circle-outline'
        : run.held && (last || busy)
          ? 'loading~spin'
          : 'debug-pause',
    ...(confirmed ? { colour: 'good' as const } : {}),
    contextValue: `pass${ended ? '' : '.open'}${hasDiff ? '.changed' : ''}`,
    collapsed: !last,
    ...(hasDiff ? { target: changesOf(run, stretch) } : {}),
    children: [
      ...weighedRows(id, stretch),
      ...ladderRows(place, id, stretch.steps),
      ...stretch.latches.map((event, index) => latchRow(run, `${id}/latch/${index}`, event)),
      ...(stretch.drifted.length > 0
        ? [
            fact(`${id}/drift`, say('Frozen paths changed'), stretch.drifted.join(', '), {
              icon: 'lock',
              colour: 'bad',
              children: [],
            }),
          ]
        : []),
      ...(hasDiff
        ? [
            fact(`${id}/changes`, say('Changes of this pass'), '', {
              icon: 'diff-multiple',
              target: changesOf(run, stretch),
              children: [],
            }),
          ]
        : []),
    ],
  };
}

/** `new marker`: progress. `same marker ×2`: the second pass in a row without any. */
const markerText = (stalled: number): string =>
  stalled === 0 ? `● ${say('new marker')}` : `○ ${say('same marker ×{0}', stalled)}`;

function decided(decision: string): string {
  if (decision === 'confirmed') return say('confirmed');
  return decision === 'again' ? say('another pass') : say('ended: {0}', decision);
}

function weighedRows(id: string, stretch: Stretch): readonly Row[] {
  const { weighed, ended } = stretch;
  const early =
    ended?.how === 'ended-early'
      ? [
          fact(`${id}/early`, say('Ended early'), ended.why ?? '', {
            icon: 'debug-step-out',
            colour: 'warning',
            children: [],
          }),
        ]
      : [];
  if (weighed === null) return early;
  const failing = weighed.terms.filter((term) => !term.ok);
  const said = weighed.confirmed
    ? say('engine: confirmed')
    : joined(say('engine: not confirmed'), failing.length > 0 ? count(failing.length, 'reason') : '');
  return [
    ...early,
    fact(`${id}/weighed`, early.length > 0 ? say('No judgment') : say('Judge proposed: {0}', weighed.proposed), said, {
      icon: 'law',
      collapsed: weighed.confirmed,
      children: [...failing, ...weighed.terms.filter((term) => term.ok)].map((term) =>
        fact(`${id}/weighed/${term.term}`, term.term, term.reason, {
          icon: term.ok ? 'check' : 'close',
          ...(term.ok ? {} : { colour: 'bad' as const }),
          children: [],
        }),
      ),
    }),
  ];
}

function latchRow(run: RunView, id: string, event: Stretch['latches'][number]): Row {
  const latch = event.type === 'latch.opened' ? event.latch.id : event.latch;
  const target = { open: 'latch', folder: run.folder, latch } as const;
  switch (event.type) {
    case 'latch.opened':
      return fact(id, say('Latch opened: {0}', latch), brief(event.latch.reason), {
        icon: 'unlock',
        colour: 'warning',
        target,
        children: [],
      });
    case 'latch.cleared':
      return fact(id, say('Latch cleared: {0}', latch), brief(event.evidence), { icon: 'lock', target, children: [] });
    case 'latch.accepted':
      return fact(id, say('Latch accepted: {0}', latch), `${event.by}: ${brief(event.why)}`, {
        icon: 'person',
        target,
        children: [],
      });
  }
}

function changesOf(run: RunView, stretch: Stretch) {
  const title = say('{0}: pass {1}', run.state.head?.flow.id ?? run.id, stretch.pass);
  return { open: 'changes', folder: run.folder, title, from: stretch.from ?? '', to: stretch.to ?? '' } as const;
}

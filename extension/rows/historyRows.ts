import type { Act } from '../../engine/run/history';
import { openAsks } from '../../engine/run/state';
import { fact } from './fact';
import type { FlowPlace } from './flowPlace';
import { outermost } from './flowPlace';
import { flowRows, stretchRows } from './flowRows';
import type { Row } from './row';
import type { RunView } from './runView';
import { say } from './say';
import { brief, instant, joined } from './words';

/** All that happened in a run, in order: its stretches, and between them what was done to it from outside. */
export function historyRows(run: RunView): readonly Row[] {
  const { history } = run;
  const above = `run:${run.folder}`;
  const place: FlowPlace = { run, flow: history, within: '', nested: flowRows };
  const acts = history.acts.flatMap((act, index) => {
    const row = actRow(`${above}/act/${index}`, act);
    return row === null ? [] : [{ at: act.at, row }];
  });
  const last = history.stretches.length - 1;
  const rows: Row[] = run.earlier ? [earlierRow(above)] : [];
  let told = 0;
  for (const [index, stretch] of history.stretches.entries()) {
    for (; (acts[told]?.at ?? stretch.startedAt) < stretch.startedAt; told++) rows.push(...rowOf(acts[told]));
    rows.push(...stretchRows(place, above, stretch, index === last));
  }
  return [...rows, ...acts.slice(told).flatMap(rowOf)];
}

/** Of a long run its end is listed. */
const earlierRow = (above: string): Row =>
  fact(`${above}/earlier`, say('Earlier passes are in the timeline'), '', { icon: 'history' });

const rowOf = (act: { readonly row: Row } | undefined): readonly Row[] => (act === undefined ? [] : [act.row]);

/** An act on the run; null: nothing that a person has to see. */
function actRow(id: string, { what }: Act): Row | null {
  switch (what.type) {
    case 'run.forked':
      return fact(id, say('Forked'), say('from run {0} after its commit {1}', what.from, what.superStep), {
        icon: 'repo-forked',
      });
    case 'caps.changed': {
      const caps = Object.entries(what.caps).map(([cap, value]) => `${cap} ${value}`);
      return fact(id, say('Caps of {0} changed', what.loop), joined(caps.join(', '), say('by {0}', what.by)), {
        icon: 'settings',
      });
    }
    case 'caps.refused':
      return fact(id, say('Caps of {0} not changed', what.loop), joined(say('asked for by {0}', what.by), what.why), {
        icon: 'settings',
        colour: 'warning',
      });
    case 'run.paused':
      return fact(id, say('Paused'), say('by {0}', what.by), { icon: 'debug-pause' });
    case 'run.resumed': {
      const raised = Object.entries(what.raised ?? {}).flatMap(([loop, bounds]) =>
        Object.entries(bounds).map(([bound, value]) => `${loop}.${bound} ${value}`),
      );
      const said = joined(
        raised.length > 0 ? say('raised {0}', raised.join(', ')) : '',
        what.flow ? say('with a changed flow') : '',
      );
      return fact(id, say('Resumed'), said, { icon: 'debug-continue' });
    }
  }
}

/** Questions that wait for a person stand first: each with its choices and its deadline. */
export function openQuestionRows(run: RunView): readonly Row[] {
  if (run.state.end !== null) return [];
  return openAsks(run.state).map(({ id, within, step, question, choices, due, default: choice }) => {
    const about = outermost(within) ?? step;
    const row = fact(
      `run:${run.folder}/question/${id}`,
      brief(question, 200),
      joined(
        choices.join(', '),
        due === null ? '' : say('until {0}', instant(due)),
        choice === null ? '' : say('then {0}', choice),
      ),
      {
        icon: 'question',
        colour: 'warning',
        ...(about === '' ? {} : { target: { open: 'step', folder: run.folder, step: about } as const }),
      },
    );
    return { ...row, contextValue: 'question' };
  });
}

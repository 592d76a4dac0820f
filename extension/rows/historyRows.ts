import type { Act } from '../../engine/run/history';
import { openAsks } from '../../engine/run/state';
import { fact } from './fact';
import type { FlowPlace } from './flowPlace';
import { outermost } from './flowPlace';
import { flowRows, stretchRows } from './flowRows';
import type { Row } from './row';
import type { RunView } from './runView';
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
  const rows: Row[] = [];
  let told = 0;
  for (const [index, stretch] of history.stretches.entries()) {
    for (; (acts[told]?.at ?? stretch.startedAt) < stretch.startedAt; told++) rows.push(...rowOf(acts[told]));
    rows.push(...stretchRows(place, above, stretch, index === last));
  }
  return [...rows, ...acts.slice(told).flatMap(rowOf)];
}

const rowOf = (act: { readonly row: Row } | undefined): readonly Row[] => (act === undefined ? [] : [act.row]);

/** An act on the run; null: nothing that a person has to see. */
function actRow(id: string, { what }: Act): Row | null {
  switch (what.type) {
    case 'run.forked':
      return fact(id, 'Forked', `from run ${what.from} after its commit ${what.superStep}`, { icon: 'repo-forked' });
    case 'caps.changed': {
      const caps = Object.entries(what.caps).map(([cap, value]) => `${cap} ${value}`);
      return fact(id, `Caps of ${what.loop} changed`, joined(caps.join(', '), `by ${what.by}`), { icon: 'settings' });
    }
    case 'caps.refused':
      return fact(id, `Caps of ${what.loop} not changed`, joined(`asked for by ${what.by}`, what.why), {
        icon: 'settings',
        colour: 'warning',
      });
    case 'run.paused':
      return fact(id, 'Paused', `by ${what.by}`, { icon: 'debug-pause' });
    case 'run.resumed': {
      const raised = Object.entries(what.raised ?? {}).flatMap(([loop, bounds]) =>
        Object.entries(bounds).map(([bound, value]) => `${loop}.${bound} ${value}`),
      );
      const said = joined(
        raised.length > 0 ? `raised ${raised.join(', ')}` : '',
        what.flow ? 'with a changed flow' : '',
      );
      return fact(id, 'Resumed', said, { icon: 'debug-continue' });
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
      joined(choices.join(', '), due === null ? '' : `until ${instant(due)}`, choice === null ? '' : `then ${choice}`),
      {
        icon: 'question',
        colour: 'warning',
        ...(about === '' ? {} : { target: { open: 'step', folder: run.folder, step: about } as const }),
      },
    );
    return { ...row, contextValue: 'question' };
  });
}

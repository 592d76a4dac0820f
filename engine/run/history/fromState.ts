import type { FlowHistory, RunHistory } from '../history';
import { EMPTY_FLOW_HISTORY, EMPTY_HISTORY } from '../history';
import type { RunState } from '../state';
import { callsOf, childOfCall } from './children';
import { withStep, withStretch } from './stretches';

/**
 * A history that begins in the middle of a run: with the passes that were open there and the steps that had called what
 * was still at work. What came before is not in it.
 *
 * @param at when that was (ISO 8601, UTC)
 */
export function historyFrom(state: RunState, at: string): RunHistory {
  const { head, frontier } = state;
  const open = Object.entries(state.loops).filter(([, { status, pass }]) => status === 'running' && pass > 0);
  const passes = open.reduce<FlowHistory>(
    (flow, [loop, { pass }]) => withStretch(flow, loop, pass, at, (stretch) => stretch),
    { ...EMPTY_FLOW_HISTORY, due: frontier },
  );
  const flow = Object.entries(state.children).reduce<FlowHistory>((so, [path, child]) => {
    const [call, ...further] = callsOf(path) ?? [];
    if (call === undefined || further.length > 0) return so;
    const { step, visit } = call;
    const pass = state.doing[step]?.pass ?? 0;
    const loop = open.find(([, each]) => each.pass === pass)?.[0];
    return withStep(so, { step, visit, pass, ...(loop === undefined ? {} : { loop }) }, at, (run) =>
      child.flow === null ? run : { ...run, children: childOfCall(run.children, { path, flow: child.flow, at }) },
    );
  }, passes);
  return {
    ...EMPTY_HISTORY,
    ...flow,
    startedAt: head?.startedAt ?? null,
    lastAt: at,
    mode: head?.mode ?? 'supervised',
  };
}

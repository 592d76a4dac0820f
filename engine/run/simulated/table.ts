import type { Simulated } from '../simulate';
import type { SimulatedBatch, SimulatedPass, SimulatedRound } from './told';

const HEAD = ['pass', 'proposed', 'engine', 'latches', 'exit'] as const;

/** The simulation as rows of texts, headings first: passes, rounds and batches as they came, and how it ended. */
export function tableOf(simulated: Simulated): readonly (readonly string[])[] {
  const { passes, rounds, batches, end } = simulated;
  const rows = [
    ...passes.map((pass) => ({ since: pass.since, row: passRow(pass) })),
    ...rounds.map((round) => ({ since: round.since, row: roundRow(round) })),
    ...batches.map((batch) => ({ since: batch.since, row: batchRow(batch) })),
  ];
  const reason = end.reason === null ? '' : ` (${end.reason})`;
  return [
    HEAD,
    ...rows.sort((a, b) => a.since - b.since).map(({ row }) => row),
    ['end', '', end.why, opened(end.openLatches), `${end.outcome}${reason}`],
  ];
}

function passRow({ loop, pass, how, why, proposed, verdict, confirmed, latches, exit, decision }: SimulatedPass) {
  const failing = verdict
    .filter(({ ok, term }) => !ok && term !== 'goal-met')
    .map(({ term, reason }) => `${term}: ${reason}`);
  const said = how === 'ended-early' ? `nothing: ${why}` : (proposed ?? '');
  const weighed = confirmed ? 'confirmed' : failing.join('; ') || (decision === null ? 'did not end' : 'not met');
  const moved = [
    ...latches.opened.map((id) => `+ ${id}`),
    ...latches.cleared.map((id) => `- ${id}`),
    ...latches.open.filter((id) => !latches.opened.includes(id)),
  ];
  return [`${loop} ${pass}`, said, weighed, moved.join(', '), exitText(exit) || 'again'];
}

function roundRow({ loop, round, score, improved, why, exit }: SimulatedRound): readonly string[] {
  const said = score === null ? 'no score' : `score ${score}`;
  return [`${loop} round ${round}`, said, improved ? `better: ${why}` : why, '', exitText(exit) || 'again'];
}

function batchRow({ loop, batch, iterations, total, exit }: SimulatedBatch): readonly string[] {
  const weighed = `${iterations} ${iterations === 1 ? 'iteration' : 'iterations'}, ${total} in all`;
  return [`${loop} batch ${batch}`, '', weighed, '', exit === null ? '' : `${exit.reason} → ${exit.to}`];
}

const exitText = (exit: { readonly reason: string; readonly to: readonly string[] } | null): string =>
  exit === null ? '' : `${exit.reason} → ${exit.to.join(', ')}`;

const opened = (latches: readonly string[]): string => (latches.length === 0 ? '' : `open: ${latches.join(', ')}`);

import type { Entry } from '../../engine/trace/entry';
import type { RecordedLine } from '../../engine/trace/recordedLine';
import { entryText } from './entryText';
import type { TraceFilter, TraceKind } from './traceFilter';

export function fitsLine(line: RecordedLine, filter: TraceFilter): boolean {
  // A line that cannot be read is a problem of no kind and no step.
  if ('hidden' in line) return filter.kind === null && filter.step === null && filter.text === '';
  const { entry } = line;
  if (filter.kind !== null && kindOf(entry) !== filter.kind) return false;
  if (filter.step === null && !filter.problems && filter.text === '') return true;
  const words = entryText(entry);
  if (filter.step !== null && words.step !== filter.step && !decides(entry, filter.step)) return false;
  if (filter.problems && !words.bad && !isProblem(entry)) return false;
  const looked = filter.text.toLowerCase();
  return (
    looked === '' || [words.label, words.description, JSON.stringify(entry)].join('\n').toLowerCase().includes(looked)
  );
}

const decides = (entry: Entry, step: string): boolean =>
  entry.type === 'commit' && entry.events.some((event) => 'step' in event && event.step === step);

/** What a commit tells and no line of its own does: latches, drift, an end that is not complete. */
function isProblem(entry: Entry): boolean {
  if (entry.type !== 'commit') return false;
  return entry.events.some((event) => {
    if (event.type === 'run.ended') return event.outcome !== 'complete';
    if (event.type === 'step.done') return event.outcome === 'failed' || event.outcome === 'fail';
    return event.type === 'latch.opened' || event.type === 'frozen.drifted' || event.type === 'caps.refused';
  });
}

function kindOf(entry: Entry): TraceKind {
  switch (entry.type) {
    case 'commit':
      return 'commits';
    case 'step.started':
    case 'worker.turn':
    case 'step.failed':
    case 'step.finished':
    case 'call.started':
    case 'cache.hit':
    case 'effect.claimed':
    case 'effect.committed':
    case 'effect.incomplete':
      return 'turns';
    case 'check.evaluated':
    case 'verify.command':
      return 'checks';
    case 'workspace.snapshot':
      return 'files';
    case 'run.started':
    case 'run.forked':
    case 'run.resumed':
    case 'trace.repaired':
    case 'snapshot':
    case 'control':
      return 'run';
  }
}

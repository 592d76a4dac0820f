import type { Entry } from '../../trace/entry';
import { decisionSpans } from './decisions';
import { factSpans } from './facts';
import { openSpans } from './openSpans';
import { placesIn, RUN } from './places';
import type { Span } from './span';

/**
 * A run as spans of OpenTelemetry, entry by entry: what has ended is given out at once, so that only what is open is held,
 * however long the run. Prompts, answers, notes and people's names are not in it.
 *
 * R1 The same run gives the same ids: they are digests of the run's id and of the entry that a span begins with.
 * R2 A turn that was cut off ends where the run was resumed, and says so; taken again it is another span.
 */
export interface RunSpans {
  /** What ended with this entry. */
  readonly next: (entry: Entry) => readonly Span[];
  /** What was still open at the end of the trace, the run itself last; a run without an end says that it is unfinished. */
  readonly end: () => readonly Span[];
}

/** @param digest as the port: SHA-256 in hex */
export function runSpans(run: string, digest: (text: string) => string): RunSpans {
  const spans = openSpans(run, digest);
  const places = placesIn(spans);
  let last = '';
  let over = false;

  const take = (entry: Entry) => {
    places.flow('', entry);
    switch (entry.type) {
      case 'run.started':
        spans.set(RUN, {
          'converge.run.id': run,
          'converge.flow.id': entry.flow.id,
          'converge.flow.hash': entry.flow.hash,
          'converge.mode': entry.mode,
        });
        return;
      case 'run.forked':
        spans.set(RUN, { 'converge.run.id': entry.run, 'converge.forked_from': entry.from });
        return;
      case 'run.resumed':
        for (const key of spans.keys('turn|'))
          spans.close(key, last, { 'converge.interrupted': true }, { code: 2, message: 'interrupted' });
        over = false;
        spans.set(RUN, { 'converge.outcome': null, 'converge.reason': null, 'converge.confirmed': null }, { code: 0 });
        spans.event([RUN], 'converge.run.resumed', entry.at, { 'converge.fence': entry.fence });
        return;
      case 'trace.repaired':
        spans.event([RUN], 'converge.trace.repaired', entry.at, { 'converge.lines': entry.lines.map(String) });
        return;
      case 'control':
        spans.event([RUN], 'converge.control', entry.at, { 'converge.control': entry.act.do });
        return;
      case 'snapshot':
        return;
      case 'commit': {
        const { within = '' } = entry;
        const closing = entry.events.flatMap((event) => decisionSpans(spans, places, within, event, entry));
        over ||= within === '' && entry.events.some(({ type }) => type === 'run.ended');
        for (const { key, given, status } of closing) spans.close(key, entry.at, given, status);
        return;
      }
      default:
        factSpans(spans, places, entry);
    }
  };

  return {
    next: (entry) => {
      take(entry);
      last = entry.at;
      return spans.taken();
    },
    end: () => {
      if (!spans.has(RUN)) return [];
      places.settle();
      spans.close(RUN, last, over ? {} : { 'converge.unfinished': true });
      return spans.taken();
    },
  };
}

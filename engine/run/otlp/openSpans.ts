import type { Attribute, Span, SpanEvent, Status } from './span';
import { attributes, nanos } from './span';

/** The spans that have begun and not ended, by a key that says what each is of. */
export interface OpenSpans {
  readonly has: (key: string) => boolean;
  /** Begins one, unless it is open. `seq`: the entry that it begins with, from which its id is made. */
  readonly open: (key: string, begin: Begin) => void;
  readonly set: (key: string, given: Readonly<Record<string, Attribute>>, status?: Status) => void;
  /** Happens in the first of these that is open. */
  readonly event: (
    keys: readonly string[],
    name: string,
    at: string,
    given: Readonly<Record<string, Attribute>>,
  ) => void;
  /** When it was over, where that is known before it is closed; the last word counts. */
  readonly over: (key: string, at: string) => void;
  /** Ends it, and what is still open in it. */
  readonly close: (key: string, at: string, given?: Readonly<Record<string, Attribute>>, status?: Status) => void;
  /** Open ones whose key begins so. */
  readonly keys: (beginning: string) => readonly string[];
  /** What has ended since this was asked last. */
  readonly taken: () => readonly Span[];
}

export interface Begin {
  readonly parent: string | null;
  readonly name: string;
  readonly at: string;
  /** Milliseconds before `at` at which it began. */
  readonly beforeMs?: number;
  readonly seq: number;
  readonly kind?: 1 | 3;
  readonly attributes: Readonly<Record<string, Attribute>>;
}

/** As many events a span as OpenTelemetry's own limit allows; those beyond are counted. */
const MOST_EVENTS = 128;

interface OpenSpan extends Begin {
  readonly id: string;
  readonly parentId: string;
  given: Readonly<Record<string, Attribute>>;
  status: Status;
  overAt: string | null;
  readonly events: SpanEvent[];
  dropped: number;
}

/** @param run names the trace, `digest` makes its ids: the same run gives the same ids */
export function openSpans(run: string, digest: (text: string) => string): OpenSpans {
  const spans = new Map<string, OpenSpan>();
  const traceId = digest(run).slice(0, 32);
  let ended: Span[] = [];

  const end = (span: OpenSpan, at: string) => {
    const { id, parentId, name, kind = 1, events, dropped, status, given } = span;
    const start = nanos(span.at, -(span.beforeMs ?? 0));
    const last = nanos(span.overAt ?? at);
    ended.push({
      ...{ traceId, spanId: id, parentSpanId: parentId, name, kind, startTimeUnixNano: start },
      // A clock that was set back makes nothing end before it began.
      endTimeUnixNano: last.length < start.length || (last.length === start.length && last < start) ? start : last,
      ...{ attributes: attributes(given), events, droppedEventsCount: dropped, status },
    });
  };
  const isIn = (span: OpenSpan, key: string): boolean => {
    if (span.parent === null) return false;
    if (span.parent === key) return true;
    const above = spans.get(span.parent);
    return above !== undefined && isIn(above, key);
  };

  return {
    has: (key) => spans.has(key),
    open: (key, begin) => {
      if (spans.has(key)) return;
      const parentId = begin.parent === null ? '' : (spans.get(begin.parent)?.id ?? '');
      const id = digest(`${run}/${begin.seq}/${key}`).slice(0, 16);
      const fresh = { status: { code: 0 } as const, overAt: null, events: [], dropped: 0, given: begin.attributes };
      spans.set(key, { ...begin, id, parentId, ...fresh });
    },
    set: (key, given, status) => {
      const span = spans.get(key);
      if (span === undefined) return;
      span.given = { ...span.given, ...given };
      span.status = status ?? span.status;
    },
    event: (keys, name, at, given) => {
      const span = keys.map((key) => spans.get(key)).find((each) => each !== undefined);
      if (span === undefined) return;
      if (span.events.length >= MOST_EVENTS) span.dropped += 1;
      else span.events.push({ timeUnixNano: nanos(at), name, attributes: attributes(given) });
    },
    over: (key, at) => {
      const span = spans.get(key);
      if (span !== undefined) span.overAt = at;
    },
    close: (key, at, given = {}, status) => {
      const span = spans.get(key);
      if (span === undefined) return;
      for (const [other, each] of [...spans].filter(([, inside]) => isIn(inside, key))) {
        end(each, at);
        spans.delete(other);
      }
      span.given = { ...span.given, ...given };
      span.status = status ?? span.status;
      end(span, at);
      spans.delete(key);
    },
    keys: (beginning) => [...spans.keys()].filter((key) => key.startsWith(beginning)),
    taken: () => {
      const taken = ended;
      ended = [];
      return taken;
    },
  };
}

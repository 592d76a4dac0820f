import type { Json, JsonObject } from '../../json';

/**
 * A span as the JSON mapping of OpenTelemetry's protocol has it (opentelemetry-proto, trace/v1): ids in lower-case hex, times
 * and 64-bit integers as texts, enumerations as numbers, names in lowerCamelCase.
 */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty: the root. */
  readonly parentSpanId: string;
  readonly name: string;
  /** 1: internal, 3: client. */
  readonly kind: 1 | 3;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly KeyValue[];
  readonly events: readonly SpanEvent[];
  readonly droppedEventsCount: number;
  readonly status: Status;
}

export interface SpanEvent {
  readonly timeUnixNano: string;
  readonly name: string;
  readonly attributes: readonly KeyValue[];
}

/** 0: unset, 1: ok, 2: error. */
export interface Status {
  readonly code: 0 | 1 | 2;
  readonly message?: string;
}

export interface KeyValue {
  readonly key: string;
  readonly value: JsonObject;
}

/** What an attribute is made from. A number that is no whole one, or is an amount, is given as `double`. */
export type Attribute = string | number | boolean | readonly string[] | { readonly double: number } | null | undefined;

/** Attributes in the order in which they are given; what is null or undefined has none. */
export const attributes = (given: Readonly<Record<string, Attribute>>): readonly KeyValue[] =>
  Object.entries(given).flatMap(([key, value]) => {
    const made = anyValue(value);
    return made === null ? [] : [{ key, value: made }];
  });

function anyValue(value: Attribute): JsonObject | null {
  switch (typeof value) {
    case 'string':
      return { stringValue: value };
    case 'boolean':
      return { boolValue: value };
    case 'number':
      return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
    case 'object':
      if (value === null) return null;
      if ('double' in value) return { doubleValue: value.double };
      return { arrayValue: { values: value.map((text): Json => ({ stringValue: text })) } };
    default:
      return null;
  }
}

/** Nanoseconds since 1970 as a text; `0` of what is no instant. */
export function nanos(iso: string, plusMs = 0): string {
  const ms = Date.parse(iso) + plusMs;
  return Number.isFinite(ms) && ms > 0 ? `${Math.round(ms)}000000` : '0';
}

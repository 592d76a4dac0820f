import * as z from 'zod';
import type { Json } from '../json';
import { isObject } from '../json';
import type { Store, StoreItem } from '../store';
import type { WorkResult } from './work';

/** What a store says of an effect. In flight: it was claimed and nobody said that it was done. */
export interface EffectMarker {
  readonly state: 'in-flight' | 'done';
  /** What the flow's author named it by, for people. */
  readonly label: string;
  /** `<run>#<fence>/<step>.<visit>`, with the path of a called flow before the step. */
  readonly owner: string;
  /** When it was claimed; ISO 8601, UTC. */
  readonly at: string;
  /** When its owner was last heard of. */
  readonly beat: string;
  /** Of a done one. */
  readonly result?: WorkResult | undefined;
  /** The person who said that it was done. */
  readonly settledBy?: string | undefined;
}

/** An effect of which nobody knows whether it happened. */
export interface EffectInDoubt extends EffectMarker {
  readonly namespace: readonly string[];
  readonly key: string;
  readonly flow: string;
  readonly step: string;
}

const TOP = 'effects';

export const effectNamespace = (flow: string, step: string): readonly string[] => [TOP, flow, step];

/** The effects in doubt, of one flow or of all that the store knows: those of living owners too, which their `beat` tells. */
export async function effectsInDoubt(store: Store, flow?: string): Promise<readonly EffectInDoubt[]> {
  const items = await store.search(flow === undefined ? [TOP] : [TOP, flow], Number.MAX_SAFE_INTEGER);
  return items.flatMap((item) => {
    const marker = markerOf(item);
    if (marker.state === 'done') return [];
    const [, of = '', step = ''] = item.namespace;
    return [{ ...marker, namespace: item.namespace, key: item.key, flow: of, step }];
  });
}

/**
 * A person's word on an effect in doubt. `done`: it happened, and comes back with an empty output wherever it is asked for.
 * `undone`: it did not happen, and may be claimed anew. False where no effect is in doubt under that key.
 */
export async function settleEffect(
  store: Store,
  namespace: readonly string[],
  key: string,
  how: 'done' | 'undone',
  by: string,
): Promise<boolean> {
  const item = await store.get(namespace, key);
  const marker = item && markerOf(item);
  if (marker === undefined || marker.state === 'done') return false;
  if (how === 'undone') return store.delete(namespace, key);
  const result: WorkResult = { kind: 'work', ok: true, output: null, changed: [], attempts: 0 };
  return store.put(namespace, key, markerJson({ ...marker, state: 'done', result, settledBy: by }));
}

/** A marker that cannot be read is there: whatever it guards may have happened. */
export function markerOf(item: StoreItem): EffectMarker {
  const read = markerSchema.safeParse(item.value);
  if (read.success) return read.data;
  return { state: 'in-flight', label: '', owner: 'somebody unknown', at: item.at, beat: item.at };
}

export const markerJson = (marker: EffectMarker): Json => JSON.parse(JSON.stringify(marker));

const head = { label: z.string(), owner: z.string(), at: z.string(), beat: z.string() };
const markerSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('in-flight'), ...head }),
  z.object({
    state: z.literal('done'),
    ...head,
    result: z.custom<WorkResult>((result) => isObject(result) && result.kind === 'work'),
    settledBy: z.string().optional(),
  }),
]);

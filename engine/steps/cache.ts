import * as z from 'zod';
import { durationMs } from '../flow/duration';
import type { Flow, Step } from '../flow/schema';
import type { Json } from '../json';
import { canonicalJson, isObject } from '../json';
import type { Ports } from '../ports';
import type { StepResult } from '../trace/result';
import type { StepContext } from './context';
import { CANCELLED } from './context';
import { keyOf } from './key';
import { recordEnd, recordStart } from './recordTree';

/**
 * Skips work that was done before.
 *
 * R1 The same work: same flow, same step, same definition, same key. Another definition is another work.
 * R2 Only what succeeded is kept, a null output too. A map with items that failed is not.
 * R3 A hit gives back the files as well: each that is not as the work left it is put back from the tree recorded then.
 *    Where that cannot be done it is no hit, and the work is done.
 * R4 Where nobody knows which files the work changed, nothing is kept.
 */
export async function withCache<R extends CachedResult>(
  step: CachedStep,
  key: Json,
  context: CacheContext,
  run: () => Promise<R | typeof CANCELLED>,
): Promise<CacheEnd<R>> {
  const { store, digest } = context.ports;
  const { scope } = context;
  const namespace = ['cache', context.flowId, scope.step, context.definitionDigest];
  const name = keyOf(key, digest);
  const entry = readEntry<R>(step.kind, (await store.get(namespace, name))?.value);
  if (entry !== undefined && (await giveBack(context, entry))) {
    context.record({ type: 'cache.hit', ...scope, key: name, from: entry.from });
    return { result: entry.result, cached: name };
  }
  // After an interruption only what was recorded before the first start tells what the work has changed.
  const before = context.doing === null ? await recordStart(context) : context.doing.before;
  const result = await run();
  if (result === CANCELLED || !isDone(result)) return { result };
  const files = before === null ? null : await filesSince(context, before);
  if (files === null) return { result };
  const kept = { result, ...files, from: `${context.run}/${scope.step}/${scope.visit}` };
  const ttlMs = durationMs(step.cache?.ttl ?? '');
  // The work is done and may have cost something: a store that cannot keep it does not undo it.
  await store.put(namespace, name, plain(kept), ttlMs === undefined ? {} : { ttlMs }).catch(() => false);
  return { result };
}

export type CacheContext = StepContext & {
  readonly flowId: string;
  /** Of the step as it is defined now: see `definitionDigest`. */
  readonly definitionDigest: string;
};

export type CachedResult = Extract<StepResult, { kind: 'work' | 'map' | 'call' }>;

export interface CachedStep {
  readonly kind: CachedResult['kind'];
  readonly cache?: { readonly ttl?: string | undefined } | undefined;
}

export interface CacheEnd<R extends CachedResult> {
  readonly result: R | typeof CANCELLED;
  /** The key, where it was not run: what a run folds once for each key. */
  readonly cached?: string;
}

/**
 * Digest of all that a flow says of a work: the step and its worker, of a map the step that it calls too, of a call the
 * flow as it is called. A change of any of them makes it another work.
 */
export function definitionDigest(flow: Flow, step: Step, ports: Pick<Ports, 'digest' | 'flow'>): string {
  const parts: Json[] = [plain(step)];
  if ('worker' in step && step.worker !== undefined) parts.push(plain(flow.workers?.[step.worker] ?? null));
  if (step.kind === 'call') parts.push(ports.flow(step.flow)?.hash ?? null);
  const called = step.kind === 'map' ? flow.steps[step.step] : undefined;
  if (called !== undefined && called.kind !== 'map') parts.push(definitionDigest(flow, called, ports));
  return ports.digest(canonicalJson(parts));
}

interface Files {
  /** What the work changed, with the digest afterwards; null: it was deleted. */
  readonly files: readonly { readonly path: string; readonly digest: string | null }[];
  /** The files when the work had been done. */
  readonly tree: string;
}

type Entry<R> = Files & {
  readonly result: R;
  /** `<run>/<step>/<visit>` that did the work. */
  readonly from: string;
};

const MOST_FILES = 10_000;

function isDone(result: CachedResult): boolean {
  switch (result.kind) {
    case 'work':
      return result.ok;
    case 'map':
      return result.ok && result.failures.length === 0;
    case 'call':
      return result.outcome === 'complete';
  }
}

async function filesSince({ ports: { workspace } }: StepContext, before: string): Promise<Files | null> {
  const after = await workspace.snapshot();
  if (!after.ok) return null;
  const changed = before === after.tree ? [] : await workspace.changes(before, after.tree);
  if (changed.length > MOST_FILES) return null;
  const paths = changed.map(({ path }) => path);
  const digests = paths.length === 0 ? {} : await workspace.digests(paths);
  return { tree: after.tree, files: paths.map((path) => ({ path, digest: digestOf(digests, path) })) };
}

/** Puts back what is not as the work left it. False where files cannot be had as they were. */
async function giveBack(context: StepContext, entry: Files): Promise<boolean> {
  const { workspace } = context.ports;
  const off = async () => {
    const digests = entry.files.length === 0 ? {} : await workspace.digests(entry.files.map(({ path }) => path));
    return entry.files.flatMap(({ path, digest }) => (digestOf(digests, path) === digest ? [] : [path]));
  };
  const paths = await off();
  if (paths.length === 0) return true;
  const before = await recordStart(context);
  await context.flush();
  const restored = await workspace.restore(entry.tree, paths);
  await recordEnd(context, before);
  return restored.ok && (await off()).length === 0;
}

const digestOf = (digests: Readonly<Record<string, string>>, path: string): string | null =>
  Object.hasOwn(digests, path) ? (digests[path] ?? null) : null;

/** An entry that cannot be read counts as none: the work is done, and it is written anew. */
function readEntry<R extends CachedResult>(kind: R['kind'], value: Json | undefined): Entry<R> | undefined {
  const entry = z.object({
    result: z.custom<R>((result) => isObject(result) && result.kind === kind),
    files: z.array(z.object({ path: z.string(), digest: z.string().nullable() })),
    tree: z.string(),
    from: z.string(),
  });
  return entry.safeParse(value).data;
}

const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value));

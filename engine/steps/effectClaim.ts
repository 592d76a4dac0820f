import type { CANCELLED, StepContext } from './context';
import type { EffectMarker } from './effectMarker';
import { markerJson, markerOf } from './effectMarker';
import type { WorkResult } from './work';

export interface EffectPlace {
  readonly namespace: readonly string[];
  readonly key: string;
  readonly label: string;
}

/** What a claim came to: the effect may be run, or there is a result without it. */
export type EffectClaim =
  | {
      readonly may: 'run';
      /** Says every 10 seconds that its owner lives. */
      readonly whileBeating: (run: () => Promise<Came>) => Promise<Came>;
      readonly commit: (result: WorkResult) => Promise<void>;
      /** It did not happen: gone, unless it is another's by now. */
      readonly release: () => Promise<void>;
      /** As it was before: an effect that was in doubt then still is. */
      readonly giveBack: () => Promise<void>;
    }
  | { readonly may: 'return'; readonly result: WorkResult };

type Came = WorkResult | typeof CANCELLED;

const BEAT_MS = 10_000;
const MOST_LOOKS = 3;

/**
 * Claims an effect. Of several at once exactly one gets it, the others meet its marker.
 *
 * A marker that is gone again before it can be read was released or settled as undone. With `skip` and `rerun` the policy
 * holds all the same; with `error` the claim is made again, since nothing is in doubt any more.
 */
export async function claimEffect(
  context: StepContext,
  place: EffectPlace,
  policy: 'error' | 'rerun' | 'skip',
): Promise<EffectClaim> {
  const { ports, scope } = context;
  const { namespace, key } = place;
  const mine = newMarker(context, place);
  let found: EffectMarker | undefined;
  for (let look = 0; look < MOST_LOOKS; look++) {
    if (await ports.store.put(namespace, key, markerJson(mine), { ifAbsent: true })) {
      context.record({ type: 'effect.claimed', ...scope, key, owner: mine.owner });
      return claimed(context, place, mine, true);
    }
    const item = await ports.store.get(namespace, key);
    found = item && markerOf(item);
    if (found !== undefined || policy !== 'error') break;
  }
  if (found?.result !== undefined) {
    context.record({ type: 'effect.committed', ...scope, key });
    return { may: 'return', result: found.result };
  }
  context.record({ type: 'effect.incomplete', ...scope, key, owner: found?.owner ?? NOBODY, policy });
  switch (policy) {
    case 'error':
      return { may: 'return', result: { ...nothing(false), reason: inDoubt(place, found), incomplete: key } };
    case 'skip':
      return { may: 'return', result: nothing(true) };
    case 'rerun':
      await ports.store.put(namespace, key, markerJson(mine));
      context.record({ type: 'effect.claimed', ...scope, key, owner: mine.owner });
      return claimed(context, place, mine, found === undefined);
  }
}

const NOBODY = 'nobody any more';

function newMarker({ ports, owner, within, scope }: StepContext, { label }: EffectPlace): EffectMarker {
  const at = new Date(ports.clock.now()).toISOString();
  const path = within === '' ? '' : `${within}/`;
  const who = `${owner.run}#${owner.fence}/${path}${scope.step}.${scope.visit}`;
  return { state: 'in-flight', label, owner: who, at, beat: at };
}

const nothing = (ok: boolean): WorkResult => ({ kind: 'work', ok, output: null, changed: [], attempts: 0 });

function inDoubt({ namespace, key }: EffectPlace, marker: EffectMarker | undefined): string {
  const who =
    marker === undefined ? '' : `: ${marker.owner} claimed it at ${marker.at} and was last heard of at ${marker.beat}`;
  const settle = `converge effects --settle ${namespace.slice(1).join('/')}/${key.slice(0, 12)}=done (or =undone)`;
  return `nobody knows whether the effect ${key} in ${namespace.join('/')} happened${who}. Look whether it did, then say so with: ${settle}`;
}

function claimed(context: StepContext, place: EffectPlace, mine: EffectMarker, fresh: boolean): EffectClaim {
  const { clock, store } = context.ports;
  const { namespace, key } = place;
  const isMine = async (): Promise<boolean> => {
    const item = await store.get(namespace, key);
    const marker = item && markerOf(item);
    return marker?.state === 'in-flight' && marker.owner === mine.owner && marker.at === mine.at;
  };
  const now = () => new Date(clock.now()).toISOString();
  const beat = async (): Promise<void> => {
    if (await isMine()) await store.put(namespace, key, markerJson({ ...mine, beat: now() }));
  };
  const release = async (): Promise<void> => {
    if (await isMine()) await store.delete(namespace, key);
  };
  return {
    may: 'run',
    whileBeating: async (run) => {
      let beating: Promise<void> | null = null;
      const forget = clock.every(BEAT_MS, () => {
        // A beat that fails only makes it look dead.
        beating ??= beat()
          .catch(() => undefined)
          .then(() => {
            beating = null;
          });
      });
      try {
        return await run();
      } finally {
        forget();
        // A late beat must not undo what is written of the end.
        await beating;
      }
    },
    commit: async (result) => {
      await store.put(namespace, key, markerJson({ ...mine, state: 'done', beat: now(), result }));
      context.record({ type: 'effect.committed', ...context.scope, key });
    },
    release,
    giveBack: async () => {
      if (fresh) await release();
    },
  };
}

import type { Json } from '../../json';
import { at, isObject } from '../../json';
import type { StepKind } from '../names';
import type { Draft } from './draft';
import { freeName, hasStep } from './draft';
import { workerFor } from './newStep';

/** What a new map or plan cannot be without, added beside it: the step that it calls, and the channel of a plan. */
export function addCompanions(draft: Draft, kind: StepKind, id: string): { called: string; channel: string } {
  if (kind !== 'map' && kind !== 'plan') return { called: '', channel: '' };
  const subject = kind === 'map' ? 'item' : 'task';
  const called = freeName(kind === 'map' ? 'forEach' : 'forTask', (name) => name === id || hasStep(draft, name));
  draft.set(['steps', called], {
    kind: 'work',
    worker: workerFor(draft.flow(), 'implementer'),
    prompt: `Describe what to do with the ${subject}.`,
    reads: [subject],
  });
  return { called, channel: kind === 'plan' ? planChannel(draft) : '' };
}

function planChannel(draft: Draft): string {
  const channels = draft.value(['channels']);
  const fitting = isObject(channels) ? Object.entries(channels).find(([, channel]) => holdsAPlan(channel)) : undefined;
  if (fitting !== undefined) return fitting[0];
  const name = freeName('plan', (taken) => draft.value(['channels', taken]) !== undefined);
  draft.set(['channels', name], { reducer: 'byKey', fields: { tasks: 'append', results: 'append' } });
  return name;
}

const holdsAPlan = (channel: Json): boolean =>
  at(channel, ['reducer']) === 'byKey' &&
  ['tasks', 'results'].every((field) => at(channel, ['fields', field]) !== undefined);

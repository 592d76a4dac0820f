import type { LoopType, StepKind } from '../../engine/flow/names';
import { t } from '../l10n';

/** Kinds of step, each with what it is for. */
export const kinds: Readonly<Record<StepKind, { readonly name: string; readonly does: string }>> = {
  work: { name: t('Work'), does: t('A worker changes something') },
  verify: { name: t('Verify'), does: t('Commands give evidence') },
  judge: { name: t('Judge'), does: t('A worker proposes whether the goal is met') },
  router: { name: t('Router'), does: t('Decides where to go') },
  ask: { name: t('Ask'), does: t('A person answers') },
  gate: { name: t('Gate'), does: t('Lets pass, sends back or escalates') },
  map: { name: t('Map'), does: t('Calls a step for each item') },
  join: { name: t('Join'), does: t('Waits for its branches') },
  plan: { name: t('Plan'), does: t('Runs tasks once they are ready') },
  watch: { name: t('Watch'), does: t('Polls a command and waits') },
  call: { name: t('Call'), does: t('Runs another flow') },
};

const loops: Readonly<Record<LoopType, { readonly name: string; readonly word: string }>> = {
  until: { name: t('Until loop'), word: t('until') },
  group: { name: t('Group'), word: t('group') },
  improve: { name: t('Improve loop'), word: t('improve') },
};

export const kindName = (kind: string): string => own(kinds, kind)?.name ?? (kind === '' ? t('Unknown') : kind);

/** A type that nobody knows is spoken of as an until loop: as that it is drawn. */
export const loopWords = (type: string) => own(loops, type) ?? loops.until;

const own = <T>(map: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(map, key) ? map[key] : undefined;

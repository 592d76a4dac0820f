import { join } from 'node:path';
import { ConvergeError } from '../failure';
import { systemClock } from '../node/clock';
import { OWN_FOLDER, STORE_FOLDER } from '../node/ownFolder';
import { createFileStore } from '../node/store/file';
import type { EffectInDoubt } from '../steps/effectMarker';
import { effectsInDoubt, settleEffect } from '../steps/effectMarker';
import type { Store } from '../store';
import type { CliCommand } from './command';
import { isOn, text, UsageError } from './command';
import { EXIT } from './exitCode';
import { JSON_VALUE, WORKSPACE } from './options';
import { person } from './person';
import { rootToSearch } from './root';
import type { Line } from './terminal';

export const effects: CliCommand = {
  name: 'effects',
  takes: '',
  summary: 'Lists the effects of which nobody knows whether they happened, and takes your word on one',
  options: {
    workspace: WORKSPACE,
    flow: { type: 'string', value: 'id', help: 'only those of this flow' },
    settle: {
      type: 'string',
      value: 'step/key=done|undone',
      help: 'done: it happened, and is never run again; undone: it did not, and the next visit runs it',
    },
    json: JSON_VALUE,
  },
  more: [
    'A key is what the flow names the effect by, or the beginning of its 64 characters. Say flow/step/key where two',
    'flows have such a step.',
  ],
  arguments: [0, 0],
  run: async (given, terminal) => {
    const root = await rootToSearch(text(given, 'workspace'));
    const store = createFileStore(join(root, OWN_FOLDER, STORE_FOLDER), systemClock);
    const settle = text(given, 'settle');
    if (settle !== undefined) {
      const { ref, how } = settling(settle);
      const effect = await settled(store, ref, how, await effectsInDoubt(store, text(given, 'flow')));
      if (isOn(given, 'json')) terminal.json({ ...effect, settled: how });
      else terminal.print(`${nameOf(effect)} is settled as ${how}: ${CONSEQUENCE[how]}`);
      return EXIT.complete;
    }
    const found = await effectsInDoubt(store, text(given, 'flow'));
    if (isOn(given, 'json')) terminal.json(found);
    else {
      if (found.length === 0) terminal.print(`No effect below ${root} is in doubt.`);
      for (const effect of found) terminal.print(lineOf(effect));
    }
    return EXIT.complete;
  },
};

type How = 'done' | 'undone';

const CONSEQUENCE: Readonly<Record<How, string>> = {
  done: 'it is not run again, and its output is empty.',
  undone: 'the next visit of its step runs it.',
};

function settling(given: string): { readonly ref: string; readonly how: How } {
  const [, ref, how] = /^(.+)=(done|undone)$/s.exec(given) ?? [];
  if (ref !== undefined && (how === 'done' || how === 'undone')) return { ref, how };
  throw new UsageError(`--settle ${given}: say <step>/<key>=done or <step>/<key>=undone`);
}

async function settled(store: Store, ref: string, how: How, all: readonly EffectInDoubt[]): Promise<EffectInDoubt> {
  const [effect, second] = all.filter((one) => isMeant(one, ref));
  if (effect === undefined) {
    const known = all.length === 0 ? 'None is.' : `In doubt: ${all.map(nameOf).join(', ')}.`;
    throw new ConvergeError('not-waiting', `No effect "${ref}" is in doubt. ${known}`);
  }
  if (second !== undefined) {
    throw new UsageError(`--settle ${ref} could be ${nameOf(effect)} or ${nameOf(second)}: say more of it`);
  }
  if (isAlive(effect)) {
    throw new ConvergeError(
      'run-held',
      `${effect.owner} is still at ${nameOf(effect)}: it was heard of at ${effect.beat}. Wait for it or stop its run first.`,
    );
  }
  if (await settleEffect(store, effect.namespace, effect.key, how, person())) return effect;
  throw new ConvergeError('not-waiting', `${nameOf(effect)} was settled by somebody else meanwhile.`);
}

const SHORTEST = 6;
const SHOWN = 12;

function isMeant({ flow, step, key, label }: EffectInDoubt, ref: string): boolean {
  return [`${step}/`, `${flow}/${step}/`].some((place) => {
    const name = ref.slice(place.length);
    return ref.startsWith(place) && (name === label || (name.length >= SHORTEST && key.startsWith(name)));
  });
}

const nameOf = ({ flow, step, key }: EffectInDoubt): string => `${flow}/${step}/${key.slice(0, SHOWN)}`;

/** Its owner says every 10 seconds that it lives. */
const SILENT_MS = 30_000;

const isAlive = ({ beat }: EffectInDoubt): boolean => Date.now() - Date.parse(beat) < SILENT_MS;

function lineOf(effect: EffectInDoubt): Line {
  const { label, owner, at, beat } = effect;
  const alive = isAlive(effect);
  const who = alive ? `${owner} is at it since ${at}` : `claimed by ${owner} at ${at}, last heard of at ${beat}`;
  return { text: `${nameOf(effect)}  ${JSON.stringify(label)}  ${who}`, tone: alive ? 'plain' : 'warn' };
}

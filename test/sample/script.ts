import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScriptedOptions } from '../../engine/node/workers/played/scripted';
import { scriptedWorker } from '../../engine/node/workers/played/scripted';
import type { ScriptedTurn } from '../../engine/node/workers/played/scriptedTurns';
import { scriptedTurns } from '../../engine/node/workers/played/scriptedTurns';
import type { TurnResult } from '../../engine/ports';
import { SAMPLE } from './larder';

const FILES = { act: '.converge/workers/implementer.json', judge: '.converge/workers/reviewer.json' } as const;
export type ScriptedStep = keyof typeof FILES;

/** What stands in the sample's script for a step, as the worker reads it. */
export const turnsOf = (step: ScriptedStep): readonly ScriptedTurn[] =>
  scriptedTurns.parse(JSON.parse(readFileSync(join(SAMPLE, FILES[step]), 'utf8')).turns);

export interface Place {
  readonly step: ScriptedStep;
  readonly pass: number;
  readonly attempt?: number;
}

/** Lets the real scripted worker play its turn for that place in `folder`, from the folder's own file or from `turns`. */
export function play(folder: string, place: Place, turns?: readonly ScriptedTurn[]): Promise<TurnResult> {
  const { step, pass, attempt = 1 } = place;
  const options: ScriptedOptions = { use: 'scripted', ...(turns ? { turns: [...turns] } : { file: FILES[step] }) };
  const host = { workspaceRoot: folder, runFolder: folder, executables: {}, env: {} };
  const key = `run/${step}/${pass}/${attempt}`;
  const request = {
    goal: '',
    prompt: '',
    reads: {},
    step,
    key,
    pass,
    visit: pass,
    attempt,
    notes: [],
    workspace: folder,
  };
  const limits = { wallMs: 60_000, idleMs: 60_000, outputBytes: 1_000_000 };
  const turn = { key, prompt: '', request, cwd: folder, access: 'write', limits } as const;
  return scriptedWorker(options, host).run(turn, { stop: { wanted: () => 'no', onNow: () => () => undefined } });
}

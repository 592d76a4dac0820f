import { openRecordedRun } from '../../../engine/node/recordedRun';
import type { RunState } from '../../../engine/run/state';
import { rootOfRun } from '../../../engine/runner/runs';
import type { RunTexts } from './runTexts';
import { readRunTexts } from './runTexts';
import type { OpenRun, Shown } from './target';

export async function openRun(folder: string): Promise<OpenRun> {
  const recorded = await openRecordedRun(folder);
  const root = rootOfRun(folder);
  const known = new Map<string, Promise<RunTexts | null>>();
  const texts = (state: RunState): Promise<RunTexts | null> => {
    const { flow } = state.head ?? {};
    const version = JSON.stringify([flow?.hash, flow?.called]);
    const found = known.get(version) ?? readRunTexts(folder, root, state);
    known.set(version, found);
    return found;
  };
  return { folder, root, recorded, texts };
}

/** The run behind a line, with its flows. */
export async function shownAt(run: OpenRun, stop: Omit<Shown, 'state' | 'texts'>): Promise<Shown> {
  const state = await run.recorded.stateAt(stop.line);
  return { ...stop, state, texts: await run.texts(state) };
}

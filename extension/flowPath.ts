import { resolve } from 'node:path';
import type { RunView } from './rows/runView';

/** Absolute path of the flow file that a run was started from; empty where its trace does not say. */
export function flowPathOf(run: RunView, root: string): string {
  const path = run.state.head?.flow.path ?? '';
  return path === '' ? '' : resolve(root, path);
}

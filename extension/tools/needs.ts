import type { FlowFiles } from '../flowFiles';
import type { Starter } from '../runStart';
import type { Runs } from '../runs';

/** What the tools work with. */
export interface ToolNeeds {
  readonly flows: FlowFiles;
  readonly runs: Runs;
  readonly starter: Starter;
}

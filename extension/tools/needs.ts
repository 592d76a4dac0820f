import type { FlowFiles } from '../flowFiles';
import type { Starter } from '../runStart';
import type { Runs } from '../runs';

/** What the tools work with. */
export interface ToolNeeds {
  readonly flows: Pick<FlowFiles, 'all' | 'refresh'>;
  readonly runs: Pick<Runs, 'all' | 'get' | 'shown' | 'rootOf'>;
  readonly starter: Pick<Starter, 'run'>;
}

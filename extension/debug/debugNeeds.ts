import type { Moments } from '../moments';
import type { RowsView } from '../rowsView';
import type { RunCommandNeeds } from '../runCommandNeeds';

/** What debugging works with. */
export interface DebugNeeds extends RunCommandNeeds {
  readonly flowsView: RowsView;
  readonly moments: Moments;
}

import type { Turn, TurnIo } from '../../../ports';
import type { WorkerHost } from '../host';
import type { ModelTool } from './modelTool';
import { readTool, writeTool } from './modelToolFiles';
import { runTool } from './modelToolRun';
import { searchTool } from './modelToolSearch';
import { listTool } from './modelToolWalk';

/** What a flow lets a model use: everything, what only reads, or nothing. */
export const TOOL_CHOICES = ['all', 'read', 'none'] as const;
export type ToolChoice = (typeof TOOL_CHOICES)[number];

/** The tools of a turn. A turn that may only read gets none that writes or runs. */
export function modelTools(choice: ToolChoice, turn: Turn, io: TurnIo, host: WorkerHost): readonly ModelTool[] {
  if (choice === 'none') return [];
  const reading = [readTool(turn.cwd), listTool(turn.cwd), searchTool(turn.cwd)];
  if (choice === 'read' || turn.access === 'read') return reading;
  const { checks = [] } = turn;
  const running = io.check === undefined || checks.length === 0 ? [] : [runTool(checks, io.check)];
  return [...reading, writeTool(turn.cwd, host.runFolder), ...running];
}

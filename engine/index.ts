/**
 * The engine as a library: flows are read and checked, runs are driven over ports of your own. Pure; nothing here touches
 * a disk, a clock or a process. Ports: `memoryPorts` of `engine/node`, `nodePorts` of `engine/runner`, or one's own.
 */

export { ConvergeError } from './failure';
export { check } from './flow/check';
export { applyEdit } from './flow/edit';
export { examine } from './flow/examine';
export { parseFlow } from './flow/parse';
export type { Flow, Step, UntilLoop } from './flow/schema';
export { textEditsFor } from './flow/text';
export type { Issue } from './issue';
export type { CalledFlow, Clock, Ports, StopSignal, Turn, TurnRequest, TurnResult, Usage, Worker } from './ports';
export type { Drive, Driving, Observer, Opening } from './run/driving';
export type {
  Engine,
  EngineOptions,
  EnginePorts,
  FoundRun,
  ResumeOptions,
  RunObserver,
  StartOptions,
} from './run/engine';
export { createEngine } from './run/engine';
export { fold } from './run/fold';
export { foldHistory } from './run/foldHistory';
export type {
  Gated,
  GateHandler,
  HandlerContext,
  Handlers,
  Judged,
  JudgeHandler,
  PlanTask,
  Scored,
  ScoreHandler,
  TaskHandler,
  Worked,
  WorkHandler,
} from './run/handlers';
export { stateOf } from './run/openRun';
export { drive } from './run/run';
export type { Running, RunSnapshot } from './run/running';
export type { RunResult, RunState } from './run/state';
export { EMPTY_STATE, openAsks, openLatches } from './run/state';
export type { Control } from './trace/control';
export type { Outcome } from './trace/decision';
export type { Entry } from './trace/entry';

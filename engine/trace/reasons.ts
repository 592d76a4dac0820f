/** The bound through which an until loop was left. */
export type ExitReason = 'pass-cap' | 'spend-cap' | 'spend-unproven' | 'budget' | 'no-progress' | 'not-met';

/** Why a run, or a flow that it calls, was stopped. */
export type StopReason = ExitReason | 'open-latches' | 'super-step-limit' | 'deadline' | 'by-person' | 'route';

import type { DebugProtocol } from '@vscode/debugprotocol';
import { eventFilters } from './eventFilters';

/** What the adapter can do, in the words of whoever asks. Going back is told once a recording is looked at: a live run cannot. */
export const capabilities = (): DebugProtocol.Capabilities => ({
  supportsConfigurationDoneRequest: true,
  supportsFunctionBreakpoints: true,
  supportsConditionalBreakpoints: true,
  supportsHitConditionalBreakpoints: true,
  supportsLogPoints: true,
  supportsBreakpointLocationsRequest: true,
  supportsEvaluateForHovers: true,
  supportsClipboardContext: true,
  supportsDelayedStackTraceLoading: true,
  supportsExceptionInfoRequest: true,
  supportsLoadedSourcesRequest: true,
  supportsRestartFrame: true,
  supportsStepBack: false,
  supportsTerminateRequest: true,
  supportTerminateDebuggee: true,
  supportSuspendDebuggee: true,
  exceptionBreakpointFilters: [...eventFilters()],
});

import type { Ports, StopSignal } from '../ports';
import type { FactBody } from '../trace/entry';
import type { RunState } from './state';

/** What carrying out an action may use: the ports, the stop, the trace, and the state as it is at this moment. */
export interface RunIo {
  readonly ports: Ports;
  readonly stop: StopSignal;
  readonly record: (fact: FactBody) => void;
  readonly flush: () => Promise<void>;
  readonly state: () => RunState;
}

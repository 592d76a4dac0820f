import { examine } from '../../../engine/flow/examine';
import type { Json } from '../../../engine/json';
import { sha256 } from '../../../engine/node/digest';
import { playShown } from '../../../engine/run/simulated/playShown';
import type { Intent, Snapshot } from '../../../webview/protocol';
import type { FakeDocument } from './document';
import { fakeDocument } from './document';

export interface SimulatedDocument extends FakeDocument {
  /** How snapshots that nobody asked for reach the page. */
  send: () => Promise<void>;
  /** The flow is another one now: what was simulated is stale. */
  readonly becomes: (flow: Json) => void;
}

/** A document whose simulations are played by the engine, as the extension does it. */
export function simulatedDocument(flow: Json, part: Partial<Snapshot> = {}): SimulatedDocument {
  const document = fakeDocument(flow, part);
  const self: SimulatedDocument = {
    ...document,
    send: async () => {},
    becomes: (next) => {
      const { simulation } = document.snapshot();
      document.change({ flow: next, simulation: simulation && { ...simulation, stale: true } });
    },
    receive: (intent) => {
      if (intent.type !== 'simulate') return document.receive(intent);
      document.intents.push(intent);
      void played(intent);
      return false;
    },
  };
  const played = async ({ mode, script }: Extract<Intent, { type: 'simulate' }>) => {
    const { flow: now, document: shown } = document.snapshot();
    const read = examine(JSON.stringify(now)).flow;
    if (read === null) throw new Error('the flow of a test has errors');
    const result = await playShown(read, script, { digest: sha256, mode, maxSuperSteps: 1000 });
    document.change({ simulation: { version: shown.version, mode, script, result, called: {}, stale: false } });
    await self.send();
  };
  return self;
}

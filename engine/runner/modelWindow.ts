import type { ModelWindow } from '../node/workers/host';
import { NO_WINDOW } from '../node/workers/models/vscodeLm';
import type { Channel } from './channel';
import { answerServed } from './serving';

/** A window that was just opened, or a run that was just begun, takes this long to find the other. */
const WINDOW_MS = 5000;

/** Language models of VS Code, asked over the channel of the run. */
export const modelWindow = (ask: Channel['ask'], withinMs = WINDOW_MS): ModelWindow => ({
  ready: async (model) => {
    const served = await ask({ ask: 'ready', model }, { withinMs });
    if (served === undefined) return NO_WINDOW;
    return served.end === 'whole'
      ? null
      : (served.why ?? 'the window does not say why it may not ask its language model');
  },
  answer: async (model, talk, { heard, stop }) => {
    const served = await ask({ ask: 'answer', model, talk }, { withinMs, onProgress: heard, onStop: stop.onNow });
    return served && answerServed(served);
  },
});

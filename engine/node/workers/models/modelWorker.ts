import { priceFor } from '../../../loops/price';
import type { Worker, WorkerProbe } from '../../../ports';
import { redactionOf } from '../../redact';
import { NOTHING_SPENT, noAnswer } from '../ending';
import type { WorkerHost } from '../host';
import type { ModelService } from './httpTurn';
import { takeHttpTurn } from './httpTurn';
import type { Key } from './modelEndpoint';
import { modelsAt } from './probeModels';

/** What one kind of model service adds to what they share. */
export interface ModelWorkerSpec {
  readonly service: Omit<ModelService, 'headers' | 'redaction'>;
  readonly baseUrl: string;
  readonly key: Key;
  readonly headers: (key: string | undefined) => Readonly<Record<string, string>>;
  readonly meters: WorkerProbe['meters'];
}

/** A worker that asks a model service, and lends it tools for the files of the workspace. */
export function modelWorker({ service, baseUrl, key, headers, meters }: ModelWorkerSpec, host: WorkerHost): Worker {
  const rest = { meters, safeInUntrustedRepo: true } as const;
  const priced = priceFor(service, host.prices ?? {}) !== undefined;
  return {
    use: service.use,
    model: service.model,
    holds: priced ? ['tokens', 'usd'] : ['tokens'],
    probe: async () => {
      if (!key.ok) return { available: false, why: key.why, ...rest };
      const answer = await modelsAt(baseUrl, headers(key.value));
      if (answer.found) return { available: true, version: `${answer.models.length} models`, ...rest };
      // A service without a list of its models says that it knows no such place: it is there.
      if (answer.status === 404 || answer.status === 405) return { available: true, ...rest };
      return { available: false, why: `${baseUrl}: ${answer.why}. ${adviceFor(answer.status)}`, ...rest };
    },
    run: async (turn, io) => {
      if (!key.ok) return { ...noAnswer('not-started', key.why, NOTHING_SPENT), log: null, durationMs: 0 };
      const secrets = new Map(key.value === undefined ? [] : [[key.name, key.value]]);
      return takeHttpTurn(turn, io, host, { ...service, headers: headers(key.value), redaction: redactionOf(secrets) });
    },
  };
}

const adviceFor = (status: number | undefined): string =>
  status === 401 || status === 403
    ? 'Check the key in the variable that "apiKeyEnv" names.'
    : 'Start the service there, or correct "baseUrl".';

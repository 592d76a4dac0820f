import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import type { WorkerHost } from '../../engine/node/workers/host';
import { workerFor } from '../../engine/node/workers/registry';
import type { Turn, TurnResult, Worker } from '../../engine/ports';
import type { Answers, ModelServer } from '../fakes/modelServer';
import { startModelServer } from '../fakes/modelServer';
import { aHost, anIo, aTurn } from './turns';

const servers: ModelServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

export const KEY = 'sk-test-0123456789abcdef';
export type Use = 'openai-compatible' | 'anthropic';

export async function place(
  use: Use,
  answers: Answers,
  more: { readonly options?: object; readonly host?: Partial<WorkerHost> } = {},
) {
  const server = await startModelServer(answers);
  servers.push(server);
  const host = aHost({ env: { MODEL_KEY: KEY }, ...more.host });
  const baseUrl = use === 'anthropic' ? server.url : `${server.url}/v1`;
  const worker = workerFor('w', { use, baseUrl, model: 'fake-model', apiKeyEnv: 'MODEL_KEY', ...more.options }, host);
  if (!('run' in worker)) throw new Error(JSON.stringify(worker));
  return { server, host, worker };
}

export async function run(
  { host, worker }: { readonly host: WorkerHost; readonly worker: Worker },
  fields: Parameters<typeof aTurn>[1] = {},
  more: Partial<Turn> = {},
): Promise<TurnResult & { readonly logged: string }> {
  const result = await worker.run({ ...aTurn(host, fields), ...more }, anIo());
  const logged = result.log === null ? '' : readFileSync(join(host.runFolder, result.log.path), 'utf8');
  return { ...result, logged };
}

export const spentBy = (server: ModelServer, use: Use) => {
  const spent = server.spent();
  return use === 'anthropic' ? { ...spent, out: spent.out + spent.reasoning, reasoning: 0 } : spent;
};
export const write = (path: string, content: string) => ({ name: 'write', input: { path, content } });

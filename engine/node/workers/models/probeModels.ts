import { isObject } from '../../../json';
import { addressBehind } from './modelEndpoint';

/** What a service says of its models. */
export type FoundModels =
  | { readonly found: true; readonly models: readonly string[] }
  | { readonly found: false; readonly status?: number; readonly why: string };

const MOST_MS = 3000;
const MOST_BYTES = 1024 * 1024;

/** Asks a service for its list of models. Redirects are not followed: the headers may hold a key. */
export async function modelsAt(
  baseUrl: string,
  headers: Readonly<Record<string, string>> = {},
  ms = MOST_MS,
): Promise<FoundModels> {
  try {
    const url = addressBehind(baseUrl, 'models');
    const answer = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(ms) });
    if (!answer.ok) {
      await answer.body?.cancel();
      return { found: false, status: answer.status, why: `it answered with status ${answer.status}` };
    }
    const { data, models }: Record<string, unknown> = JSON.parse(await bodyOf(answer)) ?? {};
    const list = [data, models].find((each) => Array.isArray(each)) ?? [];
    const names = (list as unknown[]).flatMap((item) =>
      isObject(item) && typeof item.id === 'string' ? [item.id] : [],
    );
    return { found: true, models: names };
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError';
    return { found: false, why: late ? `it did not answer within ${ms} ms` : 'it cannot be reached' };
  }
}

async function bodyOf(answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body ?? []) {
    length += part.length;
    if (length > MOST_BYTES) break;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

export interface LocalModels {
  /** The program that usually has this port. */
  readonly name: string;
  /** What a worker is given as `baseUrl`. */
  readonly baseUrl: string;
  readonly models: readonly string[];
}

/** Programs that serve models on this machine, and the port that each has unless told otherwise. */
const USUAL = [
  { name: 'Ollama', port: 11434 },
  { name: 'LM Studio', port: 1234 },
  { name: 'vLLM', port: 8000 },
] as const;

/** Which of the usual programs answer on this machine now. Never throws, and is done within `ms`. */
export async function probeLocalModels(
  places: readonly { readonly name: string; readonly port: number }[] = USUAL,
  ms = 1000,
): Promise<readonly LocalModels[]> {
  const found = await Promise.all(
    places.map(async ({ name, port }): Promise<readonly LocalModels[]> => {
      const baseUrl = `http://127.0.0.1:${port}/v1`;
      const answer = await modelsAt(baseUrl, {}, ms);
      return answer.found && answer.models.length > 0 ? [{ name, baseUrl, models: answer.models }] : [];
    }),
  );
  return found.flat();
}

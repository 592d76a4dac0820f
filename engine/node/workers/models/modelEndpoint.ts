import * as z from 'zod';
import { TOOL_CHOICES } from './modelTools';

/** The address of a model service in a flow: no key in it, nothing behind its path. */
const baseUrlSchema = z
  .string()
  .refine(
    (text) => addressOf(text) !== undefined,
    'an address as in "http://127.0.0.1:11434/v1", without name, key or query',
  );

const keyNameSchema = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'the name of a variable, never the key itself: letters, digits and _');

/** The options that all model services have, by their names in a flow. */
export const endpointOptions = {
  baseUrl: baseUrlSchema.optional(),
  model: z.string().min(1),
  apiKeyEnv: keyNameSchema.optional().describe('Name of the variable that holds the key'),
  maxTurns: z.int().min(1).max(500).optional().describe('Requests of one turn (default 40)'),
  tools: z.enum(TOOL_CHOICES).optional().describe('What it may use: all (default), read, none'),
};

function addressOf(text: string): URL | undefined {
  try {
    const url = new URL(text);
    const web = url.protocol === 'http:' || url.protocol === 'https:';
    return web && url.username + url.password + url.search + url.hash === '' ? url : undefined;
  } catch {
    return undefined;
  }
}

/** Where nobody on the way can read it: encrypted, or not leaving this machine. */
function isPrivate(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'https:' || /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/** The rule for a worker's options, with what to do where it does not hold. */
const KEY_IN_PLAIN_TEXT =
  'a key is sent to https addresses and to this machine only. Use https, or leave "apiKeyEnv" out';

/** Holds a worker's options to that rule; a service that the flow does not name has its own address. */
export const keyKept = <S extends z.ZodType<KeyOptions>>(options: S, address: string): S =>
  options.refine(({ baseUrl = address, apiKeyEnv }) => apiKeyEnv === undefined || isPrivate(baseUrl), {
    path: ['baseUrl'],
    message: KEY_IN_PLAIN_TEXT,
  });

/** `path` behind the base address. */
export const addressBehind = (baseUrl: string, path: string): string => `${baseUrl.replace(/\/+$/, '')}/${path}`;

export interface KeyOptions {
  readonly baseUrl?: string | undefined;
  readonly apiKeyEnv?: string | undefined;
}

/**
 * The name of the variable that holds the key. A service that a flow names gets a key only where the flow names that, too:
 * whoever approves it reads both.
 */
export const keyName = ({ baseUrl, apiKeyEnv }: KeyOptions, byDefault: string): string | undefined =>
  apiKeyEnv ?? (baseUrl === undefined ? byDefault : undefined);

export type Key =
  | { readonly ok: true; readonly value?: undefined }
  | { readonly ok: true; readonly name: string; readonly value: string }
  | { readonly ok: false; readonly why: string };

/** The key itself; a value that is none (a line break, a blank) is not sent, and not told. */
export function keyIn(env: Readonly<Record<string, string | undefined>>, name: string | undefined): Key {
  if (name === undefined) return { ok: true };
  const value = env[name];
  if (value === undefined || value === '') {
    return { ok: false, why: `The variable ${name} is not set. Put the key of the service into it.` };
  }
  if (/^[\x21-\x7e]+$/.test(value)) return { ok: true, name, value };
  return { ok: false, why: `The variable ${name} holds no key: there are blanks or line breaks in it.` };
}

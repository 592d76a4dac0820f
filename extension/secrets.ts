import type * as vscode from 'vscode';
import * as z from 'zod';

/** Secrets of the person, by name, in VS Code's own storage of secrets: in no file of ours, in no setting, in no workspace. */
export interface Secrets {
  readonly all: () => Promise<ReadonlyMap<string, string>>;
  readonly store: (name: string, value: string) => Promise<void>;
  readonly forget: (name: string) => Promise<void>;
}

/** One entry of the storage holds them all: it can name none. */
const KEY = 'converge.secrets';
const kept = z.record(z.string(), z.string());

export function keptSecrets(storage: vscode.SecretStorage): Secrets {
  const all = async () => {
    const text = await storage.get(KEY);
    try {
      return new Map(Object.entries(kept.parse(JSON.parse(text ?? '{}'))));
    } catch {
      return new Map<string, string>(); // not made by us
    }
  };
  const write = (secrets: ReadonlyMap<string, string>) =>
    secrets.size === 0 ? storage.delete(KEY) : storage.store(KEY, JSON.stringify(Object.fromEntries(secrets)));
  return {
    all,
    store: async (name, value) => write((await all()).set(name, value)),
    forget: async (name) => {
      const secrets = await all();
      if (secrets.delete(name)) await write(secrets);
    },
  };
}

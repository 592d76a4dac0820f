import path from 'node:path';
import { allowedEnvironment } from '../../environment';
import type { WorkerHost } from '../host';

/**
 * What the program of an agent sees: the allow-list, what a network needs, and the names that are its own (its credential,
 * where its settings and its service are).
 *
 * PATH is held to its absolute entries: a relative one would stand for a folder of the repository, which could bring a
 * program of the same name.
 */
export function agentEnvironment(from: WorkerHost['env'], own: readonly string[]): Record<string, string> {
  const env = allowedEnvironment(from);
  for (const name of [...own, ...NETWORK]) {
    const value = from[name];
    if (value !== undefined) env[name] = value;
  }
  for (const name of ['PATH', 'Path']) {
    const entries = env[name]?.split(path.delimiter);
    if (entries !== undefined) env[name] = entries.filter((entry) => path.isAbsolute(entry)).join(path.delimiter);
  }
  return env;
}

const NETWORK = [
  ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'],
];

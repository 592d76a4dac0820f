import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a real program wrote against a model service on the loopback, and how it ended. */
export interface Recording {
  readonly name: string;
  readonly exit: number;
  /** Standard output. */
  readonly text: string;
  readonly errors: string;
  /** The usage file, of a program that writes one. */
  readonly usageFile?: string;
}

const FOLDER = join(import.meta.dirname, 'recordings');

/** The recordings of a program, in the order of the list of exit codes. */
export const recordingsOf = (program: string): readonly Recording[] =>
  readFileSync(join(FOLDER, 'EXIT_CODES.txt'), 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [, name = '', exit] = /^(\S+) rc=(\d+)$/.exec(line) ?? [];
      if (!name.startsWith(`${program}-`)) return [];
      const usageFile = fileOf(`${name}.usage.json`);
      return {
        name,
        exit: Number(exit),
        text: fileOf(`${name}.jsonl`) ?? '',
        errors: fileOf(`${name}.stderr`) ?? '',
        ...(usageFile === undefined ? {} : { usageFile }),
      };
    });

function fileOf(name: string): string | undefined {
  const path = join(FOLDER, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

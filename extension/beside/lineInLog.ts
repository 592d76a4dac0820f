import { openOwnFile } from '../../engine/node/ownFile';
import { plainText } from '../../engine/steps/reports/plainText';

/** The first line, from 1, of the first 8 MiB of a log that says one of the texts, colours or not; 1 where none does. */
export async function lineInLog(file: string, find: readonly string[]): Promise<number> {
  const text = await firstOf(file).catch(() => '');
  const wanted = find.map((each) => plainText(each).trim()).filter((each) => each !== '');
  // As the editor counts them: a line end of its own kind does not make two of one.
  const at = text.split(/\r\n|\r|\n/).findIndex((line) => saysAny(plainText(line), wanted));
  return at < 0 ? 1 : at + 1;
}

/** Names of tests are made of their suites by ` > `: an output that is indented says only the last part. */
const saysAny = (line: string, wanted: readonly string[]): boolean =>
  wanted.some((each) => line.includes(each) || line.includes(each.split(' > ').at(-1) ?? each));

const MOST_BYTES = 8 * 1024 * 1024;

async function firstOf(file: string): Promise<string> {
  const handle = await openOwnFile(file);
  try {
    const { size } = await handle.stat();
    const buffer = Buffer.alloc(Math.min(size, MOST_BYTES));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

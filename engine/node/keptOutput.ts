import { leftOutLine } from '../leftOut';

const HEAD_BYTES = 64 * 1024;
const MARK_BYTES = 128;
const TAIL_BYTES = 192 * 1024 - MARK_BYTES;

/** Head and tail of a program's output: bytes until the end, decoded once. */
export interface KeptOutput {
  readonly add: (source: 'stdout' | 'stderr', bytes: Buffer) => void;
  /** Decoded as UTF-8, at most 256 KiB; a line says how much was left out between head and tail. */
  readonly text: () => string;
}

export function keepOutput(): KeptOutput {
  const head = Buffer.alloc(HEAD_BYTES);
  let tail: Buffer | null = null;
  let headLength = 0;
  let beyond = 0;
  const split: { stdout: Buffer; stderr: Buffer } = { stdout: Buffer.alloc(0), stderr: Buffer.alloc(0) };

  const store = (bytes: Buffer): void => {
    const toHead = Math.min(bytes.length, HEAD_BYTES - headLength);
    bytes.copy(head, headLength, 0, toHead);
    headLength += toHead;
    let rest = bytes.subarray(toHead);
    if (rest.length === 0) return;
    tail ??= Buffer.alloc(TAIL_BYTES);
    const skipped = Math.max(0, rest.length - TAIL_BYTES);
    beyond += skipped;
    rest = rest.subarray(skipped);
    const at = beyond % TAIL_BYTES;
    const untilEnd = Math.min(rest.length, TAIL_BYTES - at);
    rest.copy(tail, at, 0, untilEnd);
    rest.copy(tail, 0, untilEnd);
    beyond += rest.length;
  };

  return {
    // A character that is split between two chunks must not be torn apart by the other stream's bytes.
    add: (source, bytes) => {
      const joined = split[source].length > 0 ? Buffer.concat([split[source], bytes]) : bytes;
      const whole = wholeCharacters(joined);
      split[source] = Buffer.from(joined.subarray(whole));
      store(joined.subarray(0, whole));
    },
    text: () => {
      for (const source of ['stdout', 'stderr'] as const) {
        store(split[source]);
        split[source] = Buffer.alloc(0);
      }
      const first = head.subarray(0, headLength);
      if (tail === null) return first.toString('utf8');
      if (beyond <= TAIL_BYTES) return Buffer.concat([first, tail.subarray(0, beyond)]).toString('utf8');
      const at = beyond % TAIL_BYTES;
      const last = Buffer.concat([tail.subarray(at), tail.subarray(0, at)]);
      let start = 0;
      while (start < 4 && isContinuation(last[start])) start += 1;
      const left = `\n${leftOutLine(beyond - TAIL_BYTES)}\n`;
      return first.subarray(0, wholeCharacters(first)).toString('utf8') + left + last.subarray(start).toString('utf8');
    },
  };
}

/** How many bytes are left when a character that is cut at the end is taken away. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    const needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needs > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

const MOST_BYTES = 64 * 1024;

/** A program's standard output as an answer: whole, or not at all. */
export interface KeptAnswer {
  readonly add: (source: 'stdout' | 'stderr', bytes: Buffer) => void;
  /** Decoded as UTF-8; null where it is longer than 64 KiB. */
  readonly text: () => string | null;
}

export function keepAnswer(): KeptAnswer {
  const chunks: Buffer[] = [];
  let length = 0;
  return {
    add: (source, bytes) => {
      if (source === 'stderr') return;
      length += bytes.length;
      if (length > MOST_BYTES) chunks.length = 0;
      else chunks.push(bytes);
    },
    text: () => (length > MOST_BYTES ? null : Buffer.concat(chunks).toString('utf8')),
  };
}

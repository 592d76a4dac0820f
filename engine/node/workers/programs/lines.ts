/** Cuts a stream of bytes into lines and decodes each as a whole, so that no character is torn between two chunks. */
export interface Lines {
  readonly add: (bytes: Buffer) => void;
  /** The rest after the last line break is a line too. */
  readonly end: () => void;
}

/** @param longest bytes; what a longer line has beyond is dropped, so that no program can fill the memory */
export function splitLines(onLine: (line: string) => void, longest = 16 * 1024 * 1024): Lines {
  let parts: Buffer[] = [];
  let length = 0;
  const keep = (bytes: Buffer): void => {
    const part = bytes.subarray(0, Math.max(0, longest - length));
    if (part.length === 0) return;
    parts.push(part);
    length += part.length;
  };
  const close = (): void => {
    const line = Buffer.concat(parts).toString('utf8');
    parts = [];
    length = 0;
    onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
  };
  return {
    add(bytes) {
      let from = 0;
      for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, from)) {
        keep(bytes.subarray(from, at));
        close();
        from = at + 1;
      }
      keep(bytes.subarray(from));
    },
    end() {
      if (length > 0) close();
    },
  };
}

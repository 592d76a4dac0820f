/** A text that arrives in pieces, held to its first 4 Mi characters, so that no program can fill the memory. */
export function keptText(most = 4 * 1024 * 1024): {
  readonly add: (piece: string) => void;
  readonly clear: () => void;
  readonly text: () => string;
} {
  let pieces: string[] = [];
  let length = 0;
  return {
    add(piece) {
      if (length >= most) return;
      const part = piece.slice(0, most - length);
      length += part.length;
      pieces.push(part);
    },
    clear() {
      pieces = [];
      length = 0;
    },
    text: () => pieces.join(''),
  };
}

export type Expected = 'value' | 'key' | 'colon' | 'comma' | 'end';

export interface JsonFault {
  readonly offset: number;
  /** What should stand there instead. */
  readonly expected: Expected;
}

const SPACE = /[ \t\n\r]*/y;
const TEXT = /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const PLAIN = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;

/** Where a text stops being JSON; null where all of it is. What the browser says of that names no place. */
export function jsonFault(text: string): JsonFault | null {
  let offset = 0;
  const take = (token: RegExp): boolean => {
    token.lastIndex = offset;
    if (!token.test(text)) return false;
    offset = token.lastIndex;
    return true;
  };
  const sign = (wanted: string): boolean => {
    take(SPACE);
    if (text[offset] !== wanted) return false;
    offset++;
    return true;
  };
  const fault = (expected: Expected): JsonFault => ({ offset, expected });

  const parts = (close: string, one: () => JsonFault | null): JsonFault | null => {
    if (sign(close)) return null;
    do {
      const found = one();
      if (found) return found;
    } while (sign(','));
    return sign(close) ? null : fault('comma');
  };
  const member = (): JsonFault | null => {
    take(SPACE);
    if (!take(TEXT)) return fault('key');
    return sign(':') ? value() : fault('colon');
  };
  const value = (): JsonFault | null => {
    if (sign('{')) return parts('}', member);
    if (sign('[')) return parts(']', value);
    return take(TEXT) || take(PLAIN) ? null : fault('value');
  };
  const found = value();
  take(SPACE);
  return found ?? (offset < text.length ? fault('end') : null);
}

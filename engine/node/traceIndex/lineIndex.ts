/** A place between two lines: behind so many lines, at this byte. */
export interface Place {
  readonly line: number;
  readonly offset: number;
}

/**
 * Where the lines of a trace stand, made from its bytes without parsing them.
 *
 * R1 Every `EVERY`-th line is remembered by its byte, so that a million lines take 125 kB.
 * R2 What a fold may begin with, and who carried the run, is remembered too: lines that look like a snapshot or like the
 *    start of a holder. Whoever uses one reads it and asks again.
 * R3 The engine writes `seq`, `at` and, of these two kinds, `type` first; a line in another order is searched.
 */
export interface LineIndex {
  /** Whole lines: those with their line break. */
  readonly lines: () => number;
  /** Bytes of whole lines. */
  readonly bytes: () => number;
  /** Takes what follows the whole lines; answers how much of it was whole lines. The rest is to be given again. */
  readonly feed: (bytes: Buffer) => number;
  /** The nearest remembered place that is not behind this one. */
  readonly before: (line: number) => Place;
  /** The nearest remembered place that is not before this one; at most the end. */
  readonly after: (line: number) => Place;
  /** Where lines begin that look like snapshots, in order. */
  readonly snapshots: readonly Place[];
  /** Where lines begin that look as if a holder started or resumed the run, in order. */
  readonly holders: readonly Place[];
}

export function createLineIndex(): LineIndex {
  let marks = new Float64Array(1024);
  let lines = 0;
  let bytes = 0;
  const snapshots: Place[] = [];
  const holders: Place[] = [];
  const mark = (offset: number) => {
    const at = lines / EVERY;
    if (at >= marks.length) {
      const wider = new Float64Array(marks.length * 2);
      wider.set(marks);
      marks = wider;
    }
    marks[at] = offset;
  };
  const placeAt = (mark: number): Place => ({ line: mark * EVERY, offset: marks[mark] ?? 0 });
  const end = (): Place => ({ line: lines, offset: bytes });
  return {
    lines: () => lines,
    bytes: () => bytes,
    feed: (given) => {
      let start = 0;
      for (let stop = given.indexOf(BREAK); stop !== -1; stop = given.indexOf(BREAK, start)) {
        const look = lookOf(given, start, stop);
        if (look !== 'other') (look === 'snapshot' ? snapshots : holders).push({ line: lines, offset: bytes + start });
        start = stop + 1;
        lines += 1;
        if (lines % EVERY === 0) mark(bytes + start);
      }
      bytes += start;
      return start;
    },
    before: (line) => (line >= lines ? lastMark() : placeAt(Math.floor(line / EVERY))),
    after: (line) => {
      const mark = Math.ceil(line / EVERY);
      return mark * EVERY >= lines ? end() : placeAt(mark);
    },
    snapshots,
    holders,
  };

  function lastMark(): Place {
    return lines % EVERY === 0 ? end() : placeAt(Math.floor(lines / EVERY));
  }
}

const EVERY = 64;
const BREAK = 0x0a;
const SNAPSHOT = Buffer.from('"type":"snapshot"');
const HOLDER = Buffer.from('"type":"run.');

type Look = 'snapshot' | 'holder' | 'other';

/** Behind `{"seq":N,"at":"…",` stands `"type":"` of snapshots and holders, and of others that or the place of a step. */
function lookOf(bytes: Buffer, start: number, stop: number): Look {
  let at = start + SEQ;
  while (isDigit(bytes[at])) at += 1;
  const key = at + AT;
  if (key + TYPE >= stop || bytes[at + 2] !== LETTER.a || bytes[key - 1] !== COMMA || bytes[key - 2] !== QUOTE)
    return searched(bytes, start, stop);
  const first = bytes[key + 1];
  if (first === LETTER.s || first === LETTER.w) return 'other';
  if (first !== LETTER.t || bytes[key + TYPE - 1] !== QUOTE) return searched(bytes, start, stop);
  const [one, two] = [bytes[key + TYPE], bytes[key + TYPE + 1]];
  if (one === LETTER.s && two === LETTER.n) return 'snapshot';
  return one === LETTER.r && two === LETTER.u ? 'holder' : 'other';
}

const SEQ = '{"seq":'.length;
const AT = ',"at":"2026-03-01T10:00:00.000Z",'.length;
const TYPE = '"type":"'.length;
const COMMA = 0x2c;
const QUOTE = 0x22;
const LETTER = { a: 0x61, r: 0x72, s: 0x73, t: 0x74, u: 0x75, n: 0x6e, w: 0x77 } as const;

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;

function searched(bytes: Buffer, start: number, stop: number): Look {
  const line = bytes.subarray(start, stop);
  if (line.includes(SNAPSHOT)) return 'snapshot';
  return line.includes(HOLDER) ? 'holder' : 'other';
}

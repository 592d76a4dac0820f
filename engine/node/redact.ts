/**
 * Takes the values of known secrets out of what is stored or shown: `‹secret NAME›` stands in their place.
 *
 * R1 A value is known as it is, in Base64 (both alphabets, at any of the three places a byte can have in it), URL-encoded and
 *    as it stands in JSON. Values of fewer than 6 characters are left: they would hit ordinary text.
 * R2 In a stream a secret is found however its bytes are cut into chunks. Only what may be the beginning of one is held back.
 * R3 What a redacted stream says is what the whole text would say, redacted at once.
 * R4 JSON stays JSON: its strings and keys are redacted, never its text.
 */
export interface Redaction {
  readonly text: (text: string) => string;
  /** A new stream of bytes. */
  readonly stream: () => RedactedStream;
  /** Every string in it, keys too. */
  readonly value: <T>(value: T) => T;
  /** Names of the secrets whose values stand in the text in any form. */
  readonly namesIn: (text: string) => readonly string[];
}

export interface RedactedStream {
  readonly add: (bytes: Buffer) => Buffer;
  /** What was still held back. */
  readonly end: () => Buffer;
}

/** Shorter values are not looked for. */
export const LEAST_SECRET = 6;

/** By name. */
export function redactionOf(secrets: ReadonlyMap<string, string>): Redaction {
  const forms = new Map<string, string>();
  for (const [name, value] of secrets) {
    if (value.length < LEAST_SECRET) continue;
    for (const form of formsOf(value)) if (!forms.has(form)) forms.set(form, name);
  }
  return forms.size === 0 ? NO_REDACTION : redactionBy(forms);
}

/** Lets everything pass. */
export const NO_REDACTION: Redaction = {
  text: (text) => text,
  stream: () => ({ add: (bytes) => bytes, end: () => NOTHING }),
  value: (value) => value,
  namesIn: () => [],
};

const NOTHING = Buffer.alloc(0);
const MARK = (name: string): string => `‹secret ${name}›`;

function redactionBy(forms: ReadonlyMap<string, string>): Redaction {
  const pattern = patternOf(forms.keys());
  const text = (given: string) => given.replace(pattern, (found) => MARK(forms.get(found) ?? ''));
  // Bytes are looked at as characters of Latin-1, one each.
  const bytes = new Map([...forms].map(([form, name]) => [asBytes(form), asBytes(MARK(name))]));
  const bytePattern = patternOf(bytes.keys());
  const byFirst = new Map<string, string[]>();
  for (const form of bytes.keys()) {
    const first = form.charAt(0);
    byFirst.set(first, [...(byFirst.get(first) ?? []), form]);
  }
  const longest = Math.max(...[...bytes.keys()].map((form) => form.length));
  /** Where a form may have begun that is not all there yet. */
  const openFrom = (buffer: string): number => {
    for (let at = Math.max(0, buffer.length - longest + 1); at < buffer.length; at++) {
      const begun = byFirst.get(buffer.charAt(at));
      if (begun?.some((form) => form.length > buffer.length - at && form.startsWith(buffer.slice(at))) === true)
        return at;
    }
    return buffer.length;
  };
  const stream = (): RedactedStream => {
    let held = '';
    const take = (buffer: string, open: number): Buffer => {
      let said = '';
      let at = 0;
      bytePattern.lastIndex = 0;
      for (let found = bytePattern.exec(buffer); found !== null; found = bytePattern.exec(buffer)) {
        if (found.index >= open) break;
        said += buffer.slice(at, found.index) + (bytes.get(found[0]) ?? '');
        at = found.index + found[0].length;
      }
      // A secret that was found may reach over the beginning of what could have been another.
      const from = Math.max(at, open);
      held = buffer.slice(from);
      return Buffer.from(said + buffer.slice(at, from), 'latin1');
    };
    return {
      add: (chunk) => {
        const buffer = held + chunk.toString('latin1');
        return take(buffer, openFrom(buffer));
      },
      end: () => take(held, held.length),
    };
  };
  const value = <T>(given: T): T => walked(given, text) as T;
  const namesIn = (given: string) =>
    [...new Set([...given.matchAll(pattern)].map(([found]) => forms.get(found) ?? ''))].sort();
  return { text, stream, value, namesIn };
}

function walked(value: unknown, text: (text: string) => string): unknown {
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return value.map((each) => walked(each, text));
  if (typeof value !== 'object' || value === null) return value;
  // A key such as `__proto__` stays a key.
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [text(key), walked(each, text)]));
}

/** The longest first: of two that begin alike the longer one is meant. */
function patternOf(forms: Iterable<string>): RegExp {
  const sorted = [...forms].sort((a, b) => b.length - a.length);
  return new RegExp(sorted.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'g');
}

const asBytes = (text: string): string => Buffer.from(text).toString('latin1');

/** R1. Every form of at least so many characters that ordinary text does not hold it by chance. */
function formsOf(value: string): readonly string[] {
  const json = JSON.stringify(value).slice(1, -1);
  const url = encodeURIComponent(value);
  const forms = [
    value,
    json,
    // JSON in a string of JSON, as programs log it.
    JSON.stringify(json).slice(1, -1),
    json.replaceAll('/', '\\/'),
    url,
    url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    // As forms are sent, and by the letter of RFC 3986.
    url.replaceAll('%20', '+'),
    url.replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`),
    ...base64Of(value),
  ];
  return [...new Set(forms)].filter((form) => form.length >= LEAST_SECRET);
}

/** The characters of Base64 that depend on the value alone, at each of the three places in which it can begin. */
function base64Of(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  return [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor(((before + bytes.length) * 8) / 6);
    const plain = whole.slice(from, to);
    return [plain, plain.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

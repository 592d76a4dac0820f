export type XmlToken =
  | { readonly kind: 'open'; readonly name: string; readonly attributes: Readonly<Record<string, string>> }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string };

/**
 * A whole XML text as tokens, or why it is none that is read.
 *
 * R1 Nothing is fetched and nothing is defined: a document type is refused, and only the five entities that need no
 *    definition, and numbers, are known.
 * R2 What stands in comments is nothing, and what stands in CDATA is text.
 * R3 A text whose elements are not all closed was cut off.
 */
export function readXml(text: string): { readonly tokens: readonly XmlToken[] } | { readonly why: string } {
  const tokens: XmlToken[] = [];
  const open: string[] = [];
  const pattern = new RegExp(TOKEN);
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  let roots = 0;
  while (at < text.length) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) return { why: open.length > 0 ? 'it is cut off' : 'it is no XML' };
    at = pattern.lastIndex;
    const { doctype, plain, cdata, close, name, attributes, alone } = found.groups ?? {};
    if (doctype !== undefined) return { why: 'it defines a document type, which is not read' };
    if (plain !== undefined || cdata !== undefined) {
      const said = cdata ?? unescaped(plain ?? '');
      if (open.length === 0 && said.trim() !== '') return { why: 'it is no XML' };
      tokens.push({ kind: 'text', text: said });
    } else if (close !== undefined) {
      if (open.pop() !== close) return { why: `</${close}> closes nothing` };
      tokens.push({ kind: 'close', name: close });
    } else if (name !== undefined) {
      if (open.length === 0 && ++roots > 1) return { why: 'it has several roots' };
      tokens.push({ kind: 'open', name, attributes: attributesIn(attributes ?? '') });
      if (alone === undefined) open.push(name);
      else tokens.push({ kind: 'close', name });
    }
  }
  if (open.length > 0) return { why: 'it is cut off' };
  return roots === 0 ? { why: 'it is empty' } : { tokens };
}

const NAME = '[A-Za-z_:][\\w:.-]*';
const TOKEN = new RegExp(
  [
    '<\\?[^]*?\\?>',
    '<!--[^]*?-->',
    '<!\\[CDATA\\[(?<cdata>[^]*?)\\]\\]>',
    '(?<doctype><!)',
    `</(?<close>${NAME})\\s*>`,
    `<(?<name>${NAME})(?<attributes>(?:\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*(?<alone>/)?>`,
    '(?<plain>[^<]+)',
  ].join('|'),
  'y',
);

function attributesIn(text: string): Readonly<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const [, name = '', double, single] of text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    all[name] = unescaped(double ?? single ?? '');
  return all;
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

const unescaped = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(lt|gt|quot|apos|amp));/g, (whole, ten, hex, name) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    const code = ten === undefined ? Number.parseInt(hex, 16) : Number(ten);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

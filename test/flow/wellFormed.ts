/** What is wrong with a text as XML, as far as elements, attributes, texts and references go; null: nothing. */
export function wellFormed(text: string): string | null {
  const open: string[] = [];
  let at = 0;
  const tag = /<(\/?)([A-Za-z][\w:-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/y;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 does not hold.
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text)) return 'a character that XML does not hold';
  if (/\p{Surrogate}/u.test(text)) return 'half a pair';
  if (/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/i.test(text)) return 'a bare ampersand';
  while (at < text.length) {
    const next = text.indexOf('<', at);
    const words = next < 0 ? text.slice(at) : text.slice(at, next);
    if (words.includes(']]>')) return ']]> in a text';
    if (open.length === 0 && words.trim() !== '') return `a text outside of everything: ${words}`;
    if (next < 0) break;
    tag.lastIndex = next;
    const found = tag.exec(text);
    if (found === null) return `no tag: ${text.slice(next, next + 80)}`;
    const [all, closing, name, attributes, empty] = found;
    const names = [...(attributes ?? '').matchAll(/([\w:-]+)="/g)].map((each) => each[1]);
    if (new Set(names).size !== names.length) return `an attribute twice: ${all}`;
    if (closing === '/') {
      if (open.pop() !== name) return `closed but not open: ${all}`;
    } else if (empty !== '/') open.push(name ?? '');
    at = next + all.length;
  }
  return open.length === 0 ? null : `never closed: ${open.join(', ')}`;
}

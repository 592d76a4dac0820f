/** Text as XML has it. What XML 1.0 cannot hold at all, such as control characters and half pairs, is left out. */
export function xml(text: string): string {
  let found = '';
  for (const each of text) {
    const code = each.codePointAt(0) ?? 0;
    const held =
      code === 9 ||
      code === 10 ||
      code === 13 ||
      (code >= 32 && code < 0xd800) ||
      (code > 0xdfff && code !== 0xfffe && code !== 0xffff);
    if (held) found += NAMED[each] ?? each;
  }
  return found;
}

const NAMED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** As much of the text, in one line, as has room at about `each` units a character. */
export function fitted(text: string, room: number, each: number): string {
  const line = [...text.replace(/\s+/g, ' ').trim()];
  const most = Math.max(1, Math.floor(room / each));
  return line.length <= most
    ? line.join('')
    : `${line
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}

/** Without control and direction characters, with which text can pass for other text; line breaks and tabs stay. */
export const printable = (text: string): string =>
  text.replace(/\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c]/gu, (found) =>
    found === '\n' || found === '\t' ? found : '',
  );

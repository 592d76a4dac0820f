/** Terminal sequences: colours and cursor moves (CSI), titles and links (OSC), and single-character ones. */
const ESCAPES = new RegExp(
  [
    '\\u001b\\][^\\u0007\\u001b]*(?:\\u0007|\\u001b\\\\)?',
    '(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*[@-~]?',
    '\\u001b[ -/]*[0-~]?',
  ].join('|'),
  'g',
);
/** Text for people and readers: no escape sequences, no control characters but tab and line break, `\n` for every line end. */
export function plainText(output: string): string {
  return output
    .replace(ESCAPES, '')
    .replace(/\r+\n/g, '\n')
    .replaceAll('\r', '\n')
    .replace(/\p{Cc}/gu, (control) => (control === '\t' || control === '\n' ? control : ''));
}

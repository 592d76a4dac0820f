/**
 * A text of the interface in the language of the window. `message` is the English text and the key of its translation;
 * `{0}`, `{1}` … stand for the arguments. The bundle stands in the page, as JSON in `<script id="l10n">`; what it does not
 * have is English.
 */
export function t(message: string, ...args: readonly (string | number)[]): string {
  const text = bundle()[message] ?? message;
  return text.replace(/\{(\d+)\}/g, (hole, index: string) => String(args[Number(index)] ?? hole));
}

let read: Readonly<Record<string, string>> | null = null;

function bundle(): Readonly<Record<string, string>> {
  if (read !== null) return read;
  const text = typeof document === 'undefined' ? null : document.getElementById('l10n')?.textContent;
  read = text ? (JSON.parse(text) as Readonly<Record<string, string>>) : {};
  return read;
}

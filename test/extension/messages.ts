import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Files of the engine whose texts a window says in its language. */
export const saidByEngine = (): readonly string[] => [
  ...filesIn('engine/run/timeline'),
  ...filesIn('engine/run/inspect'),
  ...filesIn('engine/run/debug'),
  'engine/run/outcomeWord.ts',
  'engine/run/decidedWord.ts',
  'engine/flow/limits.ts',
];

/**
 * Every text that is said through `vscode.l10n.t` or, in rows, the debug adapter and parts of the engine through `say` or
 * `toSay` and in a webview through `t`, in the order of the alphabet.
 */
export function messages(): readonly string[] {
  const found = [
    ...filesIn('extension').flatMap((file) => literals(file, String.raw`l10n\.t`)),
    ...filesIn('extension/rows').flatMap((file) => literals(file, String.raw`(?<![\w.])say`)),
    ...filesIn('extension/debug/adapter').flatMap((file) => literals(file, String.raw`(?<![\w.])say`)),
    ...saidByEngine().flatMap((file) => literals(file, String.raw`(?<![\w.])(?:say|toSay)`)),
    ...filesIn('webview').flatMap((file) => literals(file, String.raw`(?<![\w.])t`)),
  ];
  return [...new Set(found)].sort();
}

const root = path.resolve(import.meta.dirname, '../..');
const LITERAL = String.raw`(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")`;

export const filesIn = (folder: string): readonly string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.join(folder, file));

export const source = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** The literals that a file gives to a function; each call of it must have one. */
function literals(file: string, call: string): readonly string[] {
  const text = source(file);
  const found = [...text.matchAll(new RegExp(`${call}\\(\\s*${LITERAL}`, 'g'))];
  const calls = [...text.matchAll(new RegExp(`(?<!function )${call}\\(`, 'g'))];
  if (found.length !== calls.length) throw new Error(`${file}: a text that is no literal cannot be translated`);
  return found.map(([, single, double]) => (single ?? double ?? '').replace(/\\(.)/g, '$1'));
}

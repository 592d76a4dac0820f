import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transformSync } from 'esbuild';
import { expect, it } from 'vitest';

// CONVERGE_WRITE=1 npx vitest run test/extension/l10n.test.ts   writes the bundle anew from the texts in the source.

const root = path.resolve(import.meta.dirname, '../..');
const bundleFile = path.join(root, 'l10n/bundle.l10n.json');
const LITERAL = String.raw`(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")`;

const filesIn = (folder: string): readonly string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.join(folder, file));

const source = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** The literals that a file gives to a function; each call of it must have one. */
function literals(file: string, call: string): readonly string[] {
  const text = source(file);
  const found = [...text.matchAll(new RegExp(`${call}\\(\\s*${LITERAL}`, 'g'))];
  const calls = [...text.matchAll(new RegExp(`(?<!function )${call}\\(`, 'g'))];
  expect(found.length, `${file}: a text that is no literal cannot be translated`).toBe(calls.length);
  return found.map(([, single, double]) => (single ?? double ?? '').replaceAll("\\'", "'"));
}

/** Every text that is said through `vscode.l10n.t` or, in a webview, through `t`, in the order of the alphabet. */
function messages(): readonly string[] {
  const found = [
    ...filesIn('extension').flatMap((file) => literals(file, String.raw`l10n\.t`)),
    ...filesIn('webview').flatMap((file) => literals(file, String.raw`(?<![\w.])t`)),
  ];
  return [...new Set(found)].sort();
}

/** What a component shows as it is written: text between tags, and attributes that people read or hear. */
function unspoken(file: string): readonly string[] {
  const { code } = transformSync(source(file), { loader: 'tsx', jsx: 'automatic', charset: 'utf8' });
  const said = /(?:children|title|alt|"aria-(?:label|description|roledescription)"): "([^"]*)"/g;
  const maybe = /(?:(?:label|name|hint|placeholder): |^\s*)"([^"]*)",?$/gm;
  const texts = (found: RegExp) => [...code.matchAll(found)].map(([, text = '']) => text);
  // Names of icons, kinds and elements are no texts, nor are examples of a value.
  const names = /^(?:[a-z]+(?:-?[A-Za-z]+)*|NAME=value|\d+h)$/;
  return [...texts(said), ...texts(maybe).filter((text) => !names.test(text))]
    .filter((text) => /\p{L}{2}/u.test(text))
    .map((text) => `${file}: ${text}`);
}

it('every text that a person reads can be translated: it stands in the bundle, and nothing else does', () => {
  const said = messages();
  if (process.env.CONVERGE_WRITE === '1') {
    writeFileSync(bundleFile, `${JSON.stringify(Object.fromEntries(said.map((text) => [text, text])), null, 2)}\n`);
  }
  const bundle: Record<string, string> = JSON.parse(readFileSync(bundleFile, 'utf8'));
  const hint = 'write it anew: CONVERGE_WRITE=1 npx vitest run test/extension/l10n.test.ts';
  expect(Object.keys(bundle), hint).toEqual(said);
  expect(Object.entries(bundle).filter(([key, value]) => key !== value)).toEqual([]);
});

it('a count has a message for one and a message for more', () => {
  const guessed = [...filesIn('webview'), ...filesIn('extension')].filter((file) => /\(s\)['"`]/.test(source(file)));
  expect(guessed).toEqual([]);
});

it('no component of a webview has a text of its own', () => {
  expect(filesIn('webview').flatMap((file) => (file.endsWith('.tsx') ? unspoken(file) : []))).toEqual([]);
});

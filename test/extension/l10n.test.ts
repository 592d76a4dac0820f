import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transformSync } from 'esbuild';
import { expect, it } from 'vitest';
import { filesIn, messages, saidByEngine, source } from './messages';

// CONVERGE_WRITE=1 npx vitest run test/extension/l10n.test.ts   writes the bundle anew from the texts in the source.

const bundleFile = path.resolve(import.meta.dirname, '../../l10n/bundle.l10n.json');

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

/** Literals of a file of rows that read like words and are handed to nobody who could translate them. */
function unsaid(file: string): readonly string[] {
  const { code } = transformSync(source(file), { loader: 'ts', charset: 'utf8' });
  const said = /(?<![\w.])(?:say|toSay)\(\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/g;
  const left = code.replace(said, '').replace(/^\s*(?:import|export) .* from .*$|(?<!:)\/\/.*$|new RegExp\(.*$/gm, '');
  const literals = [...left.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)].map(([, text, template]) =>
    (text ?? template ?? '').replace(/\$\{[^}]*\}/g, '∎'),
  );
  // Ids and names of icons have no space; a word of the interface starts large or stands beside another.
  return literals.filter((text) => /\p{L}{2,} \p{L}{2,}|^\p{Lu}\p{Ll}+$/u.test(text)).map((text) => `${file}: ${text}`);
}

it('no row has a text of its own, nothing that the engine says to a window, and no part of the debug adapter', () => {
  expect(filesIn('extension/rows').flatMap(unsaid)).toEqual([]);
  // A kind of waiting that is no text, and what expressions reserve.
  const names = /: (?:somebody to carry it on|true false null in as break .*)$/;
  expect(
    saidByEngine()
      .flatMap(unsaid)
      .filter((text) => !names.test(text)),
  ).toEqual([]);
  // What the adapter as a program of its own says of its command line is English, as that is.
  const adapter = filesIn('extension/debug/adapter').filter((file) => !/(?:program|ownLauncher)\.ts$/.test(file));
  // A word of the protocol.
  expect(adapter.flatMap(unsaid)).toEqual(['extension/debug/adapter/told.ts: function breakpoint']);
});

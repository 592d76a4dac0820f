import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** Every text that the extension says through `vscode.l10n.t`, in the order of the alphabet. */
function messages(): readonly string[] {
  const files = readdirSync(path.join(root, 'extension')).filter((file) => file.endsWith('.ts'));
  const found = files.flatMap((file) => {
    const source = readFileSync(path.join(root, 'extension', file), 'utf8');
    const calls = [...source.matchAll(/l10n\.t\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g)];
    expect(calls.length, `${file}: a text that is no literal cannot be translated`).toBe(
      source.split('l10n.t(').length - 1,
    );
    return calls.map(([, single, double]) => (single ?? double ?? '').replaceAll("\\'", "'"));
  });
  return [...new Set(found)].sort();
}

it('every text that a person reads can be translated: it stands in the bundle, and nothing else does', () => {
  const bundle = JSON.parse(readFileSync(path.join(root, 'l10n/bundle.l10n.json'), 'utf8'));
  expect(Object.keys(bundle).sort()).toEqual(messages());
  expect(Object.entries(bundle).filter(([key, value]) => key !== value)).toEqual([]);
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { compareIntent } from '../../extension/compare/compareIntent';
import type { PageKind } from '../../extension/designerPage';
import { designerPage } from '../../extension/designerPage';
import { galleryIntent } from '../../extension/galleryIntent';
import { intentSchema } from '../../extension/intentSchema';
import { timelineIntent } from '../../extension/timeline/timelineIntent';
import { fc } from '../fc';

const evil = '</script><script>alert(1)</script>';
vi.hoisted(() => vi.resetModules());
vi.mock('vscode', () => ({
  Uri: { joinPath: (base: string, ...parts: string[]) => [base, ...parts].join('/') },
  env: { language: 'de' },
  l10n: { bundle: { text: '</script><script>alert(1)</script>' }, t: (text: string) => text },
}));

const webview = { cspSource: 'https://own.example', asWebviewUri: (uri: unknown) => `https://own.example/${uri}` };
const pages: readonly PageKind[] = ['designer', 'gallery', 'compare', 'timeline'];
const page = (kind: PageKind) => designerPage(webview as never, '/ext' as never, kind);

describe('pages', () => {
  it.each(pages)(
    'the %s has a strict policy: nothing but one script with a nonce that is new each time, and own styles',
    (kind) => {
      const html = page(kind);
      const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
      const rules = new Map(policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1)]));
      expect(rules.get('default-src')).toEqual(["'none'"]);
      expect(rules.get('script-src')).toEqual([expect.stringMatching(/^'nonce-[0-9a-f]{32}'$/)]);
      for (const source of [...rules.values()].flat())
        expect(source).toMatch(/^('none'|'nonce-[0-9a-f]{32}'|https:\/\/own\.example|data:)$/);
      const nonce = /nonce="([0-9a-f]{32})" src=/.exec(html)?.[1];
      expect(policy).toContain(`'nonce-${nonce}'`);
      expect(page(kind)).not.toContain(nonce);
      // One script of ours; words of a translation are data and end no element.
      const scripts = [...html.matchAll(/<script\b([^>]*)>/g)].map(([, attributes = '']) => attributes.trim());
      expect(scripts).toEqual([
        'type="application/json" id="l10n"',
        expect.stringMatching(/^nonce="[0-9a-f]{32}" src=/),
      ]);
      expect(html).not.toContain(evil);
      expect(html).not.toMatch(/ on\w+=|javascript:|unsafe-/);
    },
  );

  it('there are no others: each panel is made of that page, and loads from the folder of our own bundle alone', () => {
    const folder = join(import.meta.dirname, '../../extension');
    const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(folder, name), 'utf8'));
    const all = texts.join('\n');
    const roots = [...all.matchAll(/localResourceRoots: (\[[^\]]*\])/g)].map(([, root]) => root);
    expect(roots.length).toBeGreaterThanOrEqual(4);
    for (const root of roots) expect(root).toMatch(/^\[designerRoot\((needs\.)?extension\)\]$/);
    const html = [...all.matchAll(/webview\.html = (\w+)/g)].map(([, made]) => made);
    expect(html.length).toBeGreaterThanOrEqual(4);
    expect(new Set(html)).toEqual(new Set(['designerPage']));
    const options = all.match(/enableScripts: true/g)?.length ?? 0;
    expect(roots).toHaveLength(options);
    expect(all).not.toMatch(/enableCommandUris|retainContextWhenHidden: true/);
  });

  const schemas = { designer: intentSchema, gallery: galleryIntent, compare: compareIntent, timeline: timelineIntent };

  it.each(Object.entries(schemas))(
    'property: the %s takes intents alone; junk is refused and breaks nothing',
    (_name, schema) => {
      const types = ['ready', 'edit', 'open', 'choose', 'failed', 'run', 'window', 'select', '__proto__'];
      const junk = fc.oneof(
        fc.anything(),
        fc.jsonValue(),
        fc.record({ type: fc.constantFrom(...types), extra: fc.anything() }),
        fc.dictionary(fc.constantFrom('type', 'edit', 'selection', 'name', 'line', '__proto__'), fc.anything()),
      );
      fc.assert(
        fc.property(junk, (message) => {
          const read = schema.safeParse(message);
          // Nothing of them is an intent: each has a key too many, or none of the right ones.
          if (read.success) expect(JSON.parse(JSON.stringify(read.data))).toEqual(JSON.parse(JSON.stringify(message)));
          if (typeof message === 'object' && message !== null && 'extra' in message) expect(read.success).toBe(false);
        }),
      );
      expect(schema.safeParse({ type: 'ready' }).success).toBe(true);
      expect(schema.safeParse({ type: 'ready', more: 1 }).success).toBe(false);
    },
  );
});

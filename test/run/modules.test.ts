import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { modulesAreStale, requireNode } from './modules.mjs';

describe('set-up', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'modules-'));
    mkdirSync(path.join(root, 'node_modules'));
  });
  afterEach(() => rmSync(root, { recursive: true }));
  const write = (name: string, packages: object) => writeFileSync(path.join(root, name), JSON.stringify({ packages }));
  const wants = (packages: object) => write('package-lock.json', { '': {}, ...packages });
  const has = (packages: object) => write('node_modules/.package-lock.json', packages);

  it('installs when nothing is installed', () => {
    wants({ 'node_modules/a': { version: '1.0.0' } });
    expect(modulesAreStale(root)).toBe(true);
  });

  it('installs when a package is missing or has another version', () => {
    wants({ 'node_modules/a': { version: '2.0.0' } });
    has({ 'node_modules/a': { version: '1.0.0' } });
    expect(modulesAreStale(root)).toBe(true);
    has({});
    expect(modulesAreStale(root)).toBe(true);
  });

  it('installs nothing when all is there, programs for other machines apart', () => {
    wants({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/a-windows': { version: '1.0.0', optional: true } });
    has({ 'node_modules/a': { version: '1.0.0' } });
    expect(modulesAreStale(root)).toBe(false);
  });

  it('refuses a Node.js that is too old, and says which is needed', () => {
    expect(() => requireNode('20.18.1')).toThrow('Node.js 20.19 or newer is needed, and this is 20.18.1.');
    expect(() => requireNode('18.20.0')).toThrow();
    expect(() => requireNode('20.19.0')).not.toThrow();
    expect(() => requireNode('24.0.0')).not.toThrow();
  });
});

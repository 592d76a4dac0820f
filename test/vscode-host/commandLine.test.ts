import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readCommandLine } from './commandLine.mjs';

const folder = tmpdir();

it("reads VS Code's command line as @vscode/test-electron writes it", () => {
  const flags = [
    '--no-sandbox',
    '--extensionDevelopmentPath=/ext',
    '--extensionTestsPath=/ext/tests',
    '--user-data-dir',
    '/u',
  ];
  expect(readCommandLine([folder, ...flags])).toEqual({
    testsPath: '/ext/tests',
    developmentPaths: ['/ext'],
    userDataDir: '/u',
    extensionsDir: undefined,
    install: [],
    trustPrompts: true,
    place: { folder },
  });
});

it('tells a file from a folder and a workspace, and addresses from paths', () => {
  const file = path.join(import.meta.dirname, 'commandLine.mjs');
  expect(readCommandLine([file]).place).toEqual({ folder: import.meta.dirname, openFile: file });
  expect(readCommandLine(['/a/b.code-workspace']).place).toEqual({ workspace: '/a/b.code-workspace' });
  expect(readCommandLine([`--folder-uri=file://${folder}`]).place).toEqual({ folder });
  expect(readCommandLine(['--disable-workspace-trust'])).toMatchObject({ trustPrompts: false, place: {} });
});

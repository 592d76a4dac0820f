import { describe, expect, it } from 'vitest';
import { shimTarget } from '../../engine/node/program';

/** As npm's `cmd-shim` writes them, for a package whose program is a script. */
const npmScript = (script: string): string =>
  [
    '@ECHO off',
    'GOTO start',
    ':find_dp0',
    'SET dp0=%~dp0',
    'EXIT /b',
    ':start',
    'SETLOCAL',
    'CALL :find_dp0',
    '',
    'IF EXIST "%dp0%\\node.exe" (',
    '  SET "_prog=%dp0%\\node.exe"',
    ') ELSE (',
    '  SET "_prog=node"',
    '  SET PATHEXT=%PATHEXT:;.JS;=;%',
    ')',
    '',
    `endLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & "%_prog%"  "%dp0%\\${script}" %*`,
    '',
  ].join('\r\n');

/** The same for a package whose program is a binary. */
const npmBinary = (program: string): string =>
  ['@ECHO off', 'GOTO start', ':find_dp0', 'SET dp0=%~dp0', 'EXIT /b', ':start', 'SETLOCAL', 'CALL :find_dp0']
    .concat(`"%dp0%\\${program}"   %*`, '')
    .join('\r\n');

/** As pnpm writes them. */
const pnpm = (script: string): string =>
  [
    '@SETLOCAL',
    '@IF EXIST "%~dp0\\node.exe" (',
    `  "%~dp0\\node.exe"  "%~dp0\\${script}" %*`,
    ') ELSE (',
    '  @SET PATHEXT=%PATHEXT:;.JS;=;%',
    `  node  "%~dp0\\${script}" %*`,
    ')',
    '',
  ].join('\r\n');

/** As Yarn 1 writes them. */
const yarn = (script: string): string =>
  [
    '@IF EXIST "%~dp0\\node.exe" (',
    `  "%~dp0\\node.exe"  "%~dp0\\${script}" %*`,
    ') ELSE (',
    `  node  "%~dp0\\${script}" %*`,
    ')',
  ].join('\n');

describe('a .cmd shim on Windows is resolved to what it starts, so that nothing goes through a shell', () => {
  it.each([
    [
      'codex of npm',
      npmScript('node_modules\\@openai\\codex\\bin\\codex.js'),
      'node_modules/@openai/codex/bin/codex.js',
    ],
    [
      'gemini of npm',
      npmScript('node_modules\\@google\\gemini-cli\\bundle\\gemini.js'),
      'node_modules/@google/gemini-cli/bundle/gemini.js',
    ],
    ['a module', npmScript('node_modules\\x\\cli.mjs'), 'node_modules/x/cli.mjs'],
    [
      'claude of npm, a binary',
      npmBinary('node_modules\\@anthropic-ai\\claude-code\\bin\\claude.exe'),
      'node_modules/@anthropic-ai/claude-code/bin/claude.exe',
    ],
    [
      'copilot of pnpm',
      pnpm('global\\5\\node_modules\\@github\\copilot\\index.js'),
      'global/5/node_modules/@github/copilot/index.js',
    ],
    ['opencode of yarn', yarn('..\\lib\\opencode.cjs'), '../lib/opencode.cjs'],
  ])('%s', (_name, text, target) => {
    expect(shimTarget(text)).toBe(target);
    expect(shimTarget(text.replaceAll('\r\n', '\n'))).toBe(target);
  });
  it('any other batch file is not: it would need a shell', () => {
    expect(shimTarget('@echo off\r\npython "%~dp0\\tool.py" %*\r\n')).toBeUndefined();
    expect(shimTarget('@echo off\r\ndel /q C:\\x\r\n')).toBeUndefined();
    expect(shimTarget('"%~dp0\\node.exe" --version\r\n')).toBeUndefined();
    expect(shimTarget('')).toBeUndefined();
  });
});

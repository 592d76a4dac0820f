import { statSync } from 'node:fs';
import path from 'node:path';

const WITH_VALUE = new Set(
  'extensionDevelopmentPath extensionTestsPath user-data-dir extensions-dir folder-uri file-uri install-extension'
    .split(' ')
    .concat('profile log locale timeout enable-proposed-api disable-extension inspect-extensions'.split(' ')),
);

/** Reads the part of VS Code's command line that a test run uses. */
export function readCommandLine(argv) {
  const { flags, rest } = split(argv);
  const last = (name) => flags.get(name)?.at(-1);
  const target = last('folder-uri') ?? rest[0];
  const place = target ? placeOf(asPath(target)) : {};
  return {
    testsPath: last('extensionTestsPath') && asPath(last('extensionTestsPath')),
    developmentPaths: (flags.get('extensionDevelopmentPath') ?? []).map(asPath),
    userDataDir: last('user-data-dir'),
    extensionsDir: last('extensions-dir'),
    install: flags.get('install-extension') ?? [],
    trustPrompts: !flags.has('disable-workspace-trust'),
    place: last('file-uri') ? { ...place, openFile: asPath(last('file-uri')) } : place,
  };
}

function split(argv) {
  const flags = new Map();
  const rest = [];
  for (let i = 0; i < argv.length; i++) {
    const found = /^--([^=]+)(?:=(.*))?$/s.exec(argv[i]);
    if (!found) {
      if (!argv[i].startsWith('-')) rest.push(argv[i]);
      continue;
    }
    const [, name, inline] = found;
    const following = WITH_VALUE.has(name) && argv[i + 1] && !argv[i + 1].startsWith('-') ? argv[++i] : '';
    flags.set(name, [...(flags.get(name) ?? []), inline ?? following]);
  }
  return { flags, rest };
}

function asPath(given) {
  return /^(file|vscode-remote):/.test(given) ? decodeURIComponent(new URL(given).pathname) : path.resolve(given);
}

function placeOf(target) {
  if (target.endsWith('.code-workspace')) return { workspace: target };
  return statSync(target).isDirectory() ? { folder: target } : { folder: path.dirname(target), openFile: target };
}

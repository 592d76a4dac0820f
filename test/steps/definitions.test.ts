import { describe, expect, it } from 'vitest';
import type { Command } from '../../engine/flow/schema';
import { definitionDigestText, definitionGlobs } from '../../engine/steps/definitions';
import { fc } from '../fc';

const globs = (command: Command, files: Readonly<Record<string, string>> = {}) =>
  definitionGlobs(command, (path) => files[path]);
const scripts = (all: Readonly<Record<string, string>>): string => JSON.stringify({ scripts: all });

describe('the files that define a check', () => {
  it("SH-08 are the manifest, the runner's configuration, and the file that the package script names", () => {
    const found = globs({ run: ['npm', 'test'] }, { 'package.json': scripts({ test: 'node check.mjs' }) });
    expect(found).toEqual(
      expect.arrayContaining(['package.json', 'check.mjs', 'vitest.config.*', 'package-lock.json']),
    );
    expect(globs({ run: ['npm', 'test'] }, { 'package.json': scripts({ test: 'node -e 0' }) })).not.toContain(
      'check.mjs',
    );
  });

  it('SH-08 follow scripts into scripts, before and after them, over operators and folders, in circles too', () => {
    const files = {
      'package.json': scripts({
        ...{
          pretest: 'node scripts/before.js',
          test: 'CI=1 npm run unit && cd web && npx --yes vitest -c ./my.config.ts',
        },
        ...{ unit: "node --import ./hook.mjs 'a b/run.js'; npm test", other: 'node other.js' },
      }),
    };
    const found = globs({ run: ['npm', 't'] }, files);
    const named = ['scripts/before.js', 'hook.mjs', 'a b/run.js', 'web/my.config.ts', 'web/vitest.config.*'];
    expect(found).toEqual(expect.arrayContaining(named));
    expect(found).not.toContain('other.js');
  });

  it("SH-08 are relative to the command's folder, and at the root as well", () => {
    const files = { 'web/package.json': scripts({ check: 'node ../tools/check.mjs ../../outside.js' }) };
    for (const command of [
      { run: ['npm', 'run', 'check'], cwd: './web/' },
      { run: ['npm', '--prefix', 'web', 'run', 'check'] },
      { shell: 'cd web && yarn check' },
    ]) {
      const found = globs(command, files);
      const wanted = ['package.json', 'web/package.json', 'web/jest.config.*', 'yarn.lock', 'tools/check.mjs'];
      expect(found).toEqual(expect.arrayContaining(wanted));
      expect(found.filter((glob) => glob.includes('outside') || glob.includes('..'))).toEqual([]);
    }
  });

  it('are those of the kind of tool, and of every kind where it is not known', () => {
    const python = globs({ run: ['python3', '-m', 'pytest', 'tests'] });
    expect(python).toEqual(expect.arrayContaining(['pyproject.toml', 'pytest.ini', 'conftest.py']));
    for (const other of ['package.json', 'Cargo.toml', 'tests']) expect(python).not.toContain(other);
    expect(globs({ run: ['cargo', 'test'] })).toEqual(expect.arrayContaining(['Cargo.toml', 'Cargo.lock']));
    const unknown = globs({ run: ['./check.sh'] });
    expect(unknown).toEqual(expect.arrayContaining(['check.sh', 'package.json', 'Cargo.toml', 'Makefile', 'go.mod']));
  });

  it('are not folders, globs, code, or what a compiler or linter reads, but its settings are', () => {
    const names = [
      'test',
      'src/',
      'test/*.test.js',
      '-e',
      'a.b.c(1)',
      'https://example.org/x.js',
      '--flag=1.5',
      '@s/x.js',
    ];
    const plain = globs({ run: ['node'] });
    expect(globs({ run: ['node', ...names] })).toEqual(plain);
    expect(globs({ run: ['npx', 'tsc', '-p', 'tsconfig.test.json', 'src/a.ts'] })).toContain('tsconfig.test.json');
    expect(globs({ run: ['npx', 'tsc', 'src/a.ts'] })).not.toContain('src/a.ts');
    expect(globs({ run: ['npx', 'eslint', '--config=own.config.js', 'src/a.ts'] })).toContain('own.config.js');
  });

  it('SH-08 are what would be started in the place of a program', () => {
    const found = globs(
      { run: ['npm', 'test'] },
      { 'package.json': scripts({ test: 'vitest run && node check.mjs' }) },
    );
    const shims = ['node_modules/.bin/vitest', 'node_modules/.bin/node', 'node_modules/.bin/vitest.cmd'];
    expect(found).toEqual(expect.arrayContaining(shims));
    expect(globs({ run: ['npx', 'vitest'], cwd: 'web' })).toContain('web/node_modules/.bin/vitest');
    const python = globs({ run: ['python3', '-m', 'pytest', 'tests'] });
    expect(python).toEqual(expect.arrayContaining(['pytest.py', 'pytest/__main__.py', '*/*/conftest.py']));
    expect(globs({ run: ['python3', 'pytest'] })).not.toContain('pytest.py');
  });

  it("SH-08 are the set-up files that a runner's configuration names, and not what it builds", () => {
    const config = `export default { build: { lib: { entry: './src/main.ts' } },
      test: { setupFiles: ['./test/setup.ts', "test/more.js"], globalSetup: './test/global.ts', include: ['src/a.test.ts'] } }`;
    const found = globs({ run: ['npx', 'vitest', 'run'] }, { 'vitest.config.ts': config });
    expect(found).toEqual(expect.arrayContaining(['test/setup.ts', 'test/more.js', 'test/global.ts']));
    expect(found).not.toContain('src/main.ts');
    const jest = JSON.stringify({ scripts: { test: 'jest' }, jest: { setupFilesAfterEnv: ['<rootDir>/jest/env.js'] } });
    expect(globs({ run: ['npm', 'test'] }, { 'package.json': jest })).toContain('jest/env.js');
    const mocha = globs(
      { run: ['npx', 'mocha'] },
      { '.mocharc.yml': 'require:\n  - ./test/hooks.cjs\nspec: test/a.js\n' },
    );
    expect(mocha).toContain('test/hooks.cjs');
  });

  it('SH-08 are those of every workspace', () => {
    const files = {
      'package.json': JSON.stringify({ workspaces: ['packages/*', '../out'], scripts: { test: 'npm test -ws' } }),
    };
    const found = globs({ run: ['npm', 'test'] }, files);
    expect(found).toEqual(expect.arrayContaining(['packages/*/package.json', 'packages/*/vitest.config.*']));
    expect(found.filter((glob) => glob.includes('..'))).toEqual([]);
    const pnpm = globs({ run: ['pnpm', '-r', 'test'] }, { 'pnpm-workspace.yaml': "packages:\n  - 'apps/*'\n" });
    expect(pnpm).toContain('apps/*/package.json');
  });

  it('SH-08 follow a shell script to what it starts', () => {
    const files = { 'ci/test.sh': '#!/bin/sh\n# node other.mjs\nset -e\ncd web\nnode tools/check.mjs\n' };
    for (const run of [['sh', 'ci/test.sh'], ['./ci/test.sh']]) {
      const found = globs({ run }, files);
      expect(found).toEqual(expect.arrayContaining(['ci/test.sh', 'web/tools/check.mjs']));
      expect(found.filter((glob) => glob.includes('other'))).toEqual([]);
    }
    expect(globs({ run: ['make', 'test'] })).toEqual(expect.arrayContaining(['Makefile', '*.mk']));
  });

  it('are not what the check itself writes', () => {
    const outputs = [
      ['node', '--test', '--test-reporter-destination=out.xml', '--test-reporter-destination', 'two.xml'],
      ['npx', 'vitest', '--outputFile=out.json', '--outputFile.junit=two.xml'],
      ['python3', '-m', 'pytest', '--junitxml=out.xml', '--junit-xml', 'two.xml'],
      ['go', 'test', '-coverprofile=out.txt', '-o', 'two.test'],
    ];
    for (const run of outputs)
      expect(
        globs({ run }).filter((glob) => /^(out|two)\./.test(glob)),
        run.join(' '),
      ).toEqual([]);
    expect(globs({ shell: 'node a.js > out.txt 2>> two.txt' }).filter((glob) => /^(out|two)\./.test(glob))).toEqual([]);
    expect(globs({ run: ['own-tool', 'out.xml'], report: './out.xml' })).not.toContain('out.xml');
    expect(globs({ run: ['own-tool', 'out.xml'] })).toContain('out.xml');
  });

  it('take a name with signs of a glob as a name', () => {
    expect(globs({ run: ['node', 'app/[id]/check.mjs'] })).toContain('app/\\[id\\]/check.mjs');
  });

  it('never throw, whatever stands in a command or a manifest', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.string(), fc.oneof(fc.string(), fc.json()), (run, shell, text) => {
        globs({ run: ['npm', ...run] }, { 'package.json': text });
        globs({ shell }, { 'package.json': text });
        definitionDigestText('package.json', text);
        definitionDigestText('pyproject.toml', text);
      }),
    );
  });
});

describe('what counts of a manifest', () => {
  const text = (value: unknown) => definitionDigestText('web/package.json', JSON.stringify(value, null, 2));

  it('SH-08 of package.json: scripts and runner settings, in any order, and no dependency', () => {
    const before = text({ name: 'a', type: 'module', scripts: { test: 'node check.mjs', build: 'x' } });
    const same = {
      scripts: { build: 'x', test: 'node check.mjs' },
      type: 'module',
      dependencies: { a: '1' },
      version: '2',
    };
    expect(text(same)).toBe(before);
    expect(text({ ...same, scripts: { test: 'node -e 0', build: 'x' } })).not.toBe(before);
    expect(text({ ...same, jest: { testMatch: ['one'] } })).not.toBe(before);
    expect(text({ ...same, type: 'commonjs' })).not.toBe(before);
  });

  it('of other manifests the sections that steer a check, of other files all', () => {
    const toml = (dependency: string, options: string) =>
      `[project]\ndependencies = ["${dependency}"]\n\n[tool.pytest.ini_options] # here\naddopts = "${options}"\n[tool.black]\n`;
    const of = (file: string, content: string) => definitionDigestText(file, content);
    expect(of('pyproject.toml', toml('a', '-q'))).toBe(of('pyproject.toml', toml('b', '-q')));
    expect(of('pyproject.toml', toml('a', '-q'))).not.toBe(of('pyproject.toml', toml('a', '-k one')));
    const cargo = (version: string, test: string) => `[lib]\ntest = ${test}\n[dev-dependencies]\na = "${version}"\n`;
    expect(of('Cargo.toml', cargo('1', 'true'))).toBe(of('Cargo.toml', cargo('2', 'true')));
    expect(of('Cargo.toml', cargo('1', 'true'))).not.toBe(of('Cargo.toml', cargo('1', 'false')));
    expect(of('vitest.config.ts', 'x')).toBeUndefined();
    expect(of('package.json', '{"cut')).toBeUndefined();
  });
});

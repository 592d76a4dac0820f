import { describe, expect, it } from 'vitest';
import type { Ran } from '../../../engine/run/attribution/failingLines';
import { failingLines, pathsInside } from '../../../engine/run/attribution/failingLines';
import { readReport } from '../../../engine/steps/reports/readReport';
import type { CommandEvidence } from '../../../engine/trace/result';
import { OUTPUTS } from '../../reports/outputs';

const root: Ran = { root: '/ws', cwd: '' };
const command = (more: Partial<CommandEvidence>): CommandEvidence => ({
  command: 'npm test',
  status: 'exited',
  exit: 1,
  clean: false,
  reason: '1 of 2 tests failed',
  failures: [],
  log: null,
  durationMs: 10,
  ...more,
});
/** `path:line` of what an output that no reader of reports knows complains of. */
const places = (tail: string, ran = root) =>
  failingLines(command({ tail }), ran).map(({ paths, line, column }) => [paths[0], line, column].join(':'));

describe('the failing lines of a command', () => {
  it.each(Object.keys(OUTPUTS) as (keyof typeof OUTPUTS)[])('are those of the report, each once: %s', (name) => {
    const failures = readReport(OUTPUTS[name])?.failures ?? [];
    const wide = { root: '/', cwd: '' };
    const found = failingLines(command({ failures }), wide);
    const named = failures.filter(({ file }) => file !== undefined && pathsInside(file, wide).length > 0);
    expect(new Set(found.map((each) => each.name))).toEqual(new Set(named.map((each) => each.name)));
    for (const each of found) expect(each.paths[0]).not.toMatch(/^\/|\\|^[A-Za-z]:|\.\./);
  });

  it('of compilers, with colours, CRLF and paths of Windows', () => {
    expect(places('src/a.ts(3,5): error TS2322: Type\r\nsrc/b.c:7:2: error: no ;\r\n')).toEqual([
      'src/a.ts:3:5',
      'src/b.c:7:2',
    ]);
    expect(places('\u001b[96msrc/a.ts\u001b[0m:\u001b[93m3\u001b[0m:\u001b[93m5\u001b[0m - error TS1: x')).toEqual([
      'src/a.ts:3:5',
    ]);
    expect(places('C:\\Ws\\src\\a.ts(3,5): error TS1: x', { root: 'c:\\ws', cwd: '' })).toEqual(['src/a.ts:3:5']);
  });

  it('of a stack of node the innermost frame that is no library’s, with what was said above it', () => {
    const stack = [
      'TypeError: x is not a function',
      '    at run (/ws/node_modules/lib/index.js:1:1)',
      '    at Object.<anonymous> (file:///ws/src/with%20blank.js:12:3)',
      '    at main (/ws/src/main.js:3:3)',
      '',
    ].join('\n');
    expect(failingLines(command({ tail: stack }), root)[0]?.paths).toEqual([
      'src/with%20blank.js',
      'src/with blank.js',
    ]);
    expect(failingLines(command({ tail: stack }), root)[0]?.message).toBe('TypeError: x is not a function');
  });

  it('of addresses of files on Windows', () => {
    const windows = { root: 'C:\\ws', cwd: '' };
    expect(places('Error: x\n    at run (file:///C:/ws/a.js:12:3)', windows)).toEqual(['a.js:12:3']);
    expect(places('Error: x\n    at file:///c:/ws/b.js:12:3', windows)).toEqual(['b.js:12:3']);
  });

  it('of a traceback of Python the last frame', () => {
    const text =
      'Traceback\n  File "/ws/a.py", line 3, in <module>\n    f()\n  File "/ws/b.py", line 9, in f\n    boom\nErr';
    expect(places(text)).toEqual(['b.py:9:']);
  });

  it('are none outside the workspace, of a library, or of a command that is clean', () => {
    expect(places('/etc/passwd:1:1: error: x\n../up.c:1:1: error: x\nnode_modules/a/b.js:1:1: error: x')).toEqual([]);
    expect(places('/wsx/a.c:1:1: error: x')).toEqual([]);
    const failures = [{ name: 'a', message: '', file: 'a.js', line: 2 }];
    expect(failingLines(command({ clean: true, failures }), root)).toEqual([]);
    expect(failingLines(command({ failures }), root)).toHaveLength(1);
  });

  it('of ordinary words there are none', () => {
    expect(places('Listening on http://localhost:3000\nat 12:30:10 all was well\n3 of 4 done')).toEqual([]);
  });
});

describe('paths inside the workspace', () => {
  it('are looked for in the folder of the command first, then at the root', () => {
    expect(pathsInside('./test/a.js', { root: '/ws', cwd: 'packages/core' })).toEqual([
      'packages/core/test/a.js',
      'test/a.js',
    ]);
    expect(pathsInside('../../a.js', { root: '/ws', cwd: 'packages/core' })).toEqual(['a.js']);
    expect(pathsInside('../../../a.js', { root: '/ws', cwd: 'packages/core' })).toEqual([]);
    expect(pathsInside('.converge/runs/a.js', root)).toEqual([]);
  });
});

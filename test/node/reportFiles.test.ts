import { mkdirSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCommands } from '../../engine/node/commands';
import { redactionOf } from '../../engine/node/redact';
import { reportsWritten } from '../../engine/node/reportFiles';
import { createStop } from '../../engine/node/stop';
import { evidenceOf } from '../../engine/steps/evidence';
import { write } from './repository';
import { scratch } from './scratch';

const GREEN = '<testsuite><testcase name="a"/><testcase name="b"/></testsuite>';

/** Runs a script of node's in a workspace that holds these files, and reads its report. */
function setUp(files: Readonly<Record<string, string>> = {}) {
  const root = scratch();
  write(root, files);
  const commands = createCommands({ root, runFolder: join(root, '.converge/runs/r1'), run: 'r1', graceMs: 200 });
  const run = [process.execPath, '-e'];
  const read = async (script: string, report: string) => {
    const request = { key: 'verify-1', run: [...run, script], cwd: '.', env: {}, timeoutMs: 20_000, report };
    return evidenceOf({ run, report }, await commands.run(request, createStop().signal));
  };
  return { root, read };
}
const writing = (path: string, text = GREEN): string =>
  `require('fs').mkdirSync(require('path').dirname('${path}'), { recursive: true }); require('fs').writeFileSync('${path}', ${JSON.stringify(text)})`;

describe('the report file of a command', () => {
  it('SH-09 counts where this run wrote it, new or over an older one with the same text', async () => {
    const fresh = setUp();
    expect(await fresh.read(writing('out/junit.xml'), 'out/junit.xml')).toMatchObject({
      clean: true,
      tests: { passed: 2 },
    });
    const { read } = setUp({ 'out/junit.xml': GREEN });
    expect(await read(writing('out/junit.xml'), 'out/junit.xml')).toMatchObject({ clean: true });
  });

  it('SH-09 that is older than the run is evidence older than the work, whatever its times say', async () => {
    const { root, read } = setUp({ 'out/junit.xml': GREEN });
    const later = new Date(Date.now() + 3_600_000);
    utimesSync(join(root, 'out/junit.xml'), later, later);
    expect(await read('0', 'out/junit.xml')).toMatchObject({
      clean: false,
      reason: expect.stringContaining('older than the run'),
    });
    // Were it not known what was there before the run, the older one would count.
    expect(await reportsWritten(root, 'out/junit.xml', new Map())).toEqual([{ path: 'out/junit.xml', text: GREEN }]);
  });

  it('SH-09 that is missing, cut off, or one of several that does not count, is not clean', async () => {
    const { read } = setUp({ 'out/old.xml': GREEN });
    expect((await read('0', 'none.xml')).reason).toContain('none.xml is not there');
    expect((await read(writing('a.xml', GREEN.slice(0, 40)), 'a.xml')).reason).toContain('cut off');
    expect((await read(writing('out/new.xml'), 'out/*.xml')).reason).toContain('out/old.xml');
    expect(await read(`${writing('b/1.xml')};${writing('b/2.xml')}`, 'b/*.xml')).toMatchObject({
      tests: { passed: 4 },
    });
  });

  it('is not followed out of the workspace, over a link or a path', async () => {
    const outside = scratch();
    write(outside, { 'junit.xml': GREEN });
    const { root, read } = setUp();
    symlinkSync(join(outside, 'junit.xml'), join(root, 'junit.xml'));
    symlinkSync(outside, join(root, 'out'));
    const touch = `require('fs').writeFileSync('${join(outside, 'junit.xml')}', ${JSON.stringify(GREEN)})`;
    expect((await read(touch, 'junit.xml')).reason).toContain('out of the workspace');
    expect((await read(touch, 'out/junit.xml')).reason).toContain('out of the workspace');
    expect((await read(touch, '../junit.xml')).reason).toContain('not there');
  });

  it('holds no secret when it is read', async () => {
    const root = scratch();
    const redaction = redactionOf(new Map([['TOKEN', 'very-secret-value']]));
    const commands = createCommands({ root, runFolder: join(root, '.converge/runs/r1'), run: 'r1', redaction });
    const text = '<testsuite><testcase name="a"><failure message="very-secret-value"/></testcase></testsuite>';
    const request = {
      key: 'v',
      run: [process.execPath, '-e', writing('out.xml', text)],
      cwd: '.',
      env: {},
      timeoutMs: 20_000,
    };
    const result = await commands.run({ ...request, report: 'out.xml' }, createStop().signal);
    expect(evidenceOf({ run: ['x'], report: 'out.xml' }, result).failures).toMatchObject([
      { message: '‹secret TOKEN›' },
    ]);
    expect(JSON.stringify(result)).not.toContain('very-secret-value');
  });

  it('is read over links inside, and no folder, pipe or endless file is', { timeout: 60_000 }, async () => {
    const { root, read } = setUp();
    mkdirSync(join(root, 'real'));
    symlinkSync('real', join(root, 'linked'));
    expect(await read(writing('real/a.xml'), 'linked/a.xml')).toMatchObject({ clean: true });
    const large = `require('fs').writeFileSync('large.xml', ' '.repeat(17 * 1024 * 1024))`;
    expect((await read(large, 'large.xml')).reason).toContain('16 MiB');
    if (process.platform !== 'win32') {
      const pipe = `require('child_process').execFileSync('mkfifo', ['pipe.xml'])`;
      expect((await read(pipe, 'pipe.xml')).reason).toContain('no file');
    }
  });
});

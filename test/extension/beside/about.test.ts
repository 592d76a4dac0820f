import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AboutPast } from '../../../extension/beside/aboutPast';
import { targetInHistory } from '../../../extension/beside/aboutPast';
import { lineInLog } from '../../../extension/beside/lineInLog';
import { entryTarget, logTarget } from '../../../extension/rows/entryTarget';
import { trace } from '../../fakes/trace';
import { scratch } from '../../node/scratch';
import { entered, FOLDER, opened, pass, start, viewOf } from '../traces';

const entries = trace(
  start,
  entered,
  ...pass(1, { usd: 1, clean: false, met: false, marker: '1', decision: 'again', more: [opened(1)] }),
  ...pass(2, { usd: 1, clean: true, met: true, marker: '2', decision: 'confirmed', last: [] }),
);
const titles = {
  pass: (flow: string, number: number) => `${flow} ${number}`,
  step: (flow: string, step: string, visit: number) => `${flow} ${step} ${visit}`,
};
const targets = (type: string) =>
  entries.filter((entry) => entry.type === type).map((entry) => entryTarget(FOLDER, entry, undefined));
const led = (target: unknown) => targetInHistory(target as AboutPast, viewOf(entries), titles);

describe('what an entry of a trace opens', () => {
  it('a turn: its log; a command that failed: the failing line, or else its log; one that is clean: its log', () => {
    expect(targets('worker.turn')[1]).toEqual({ open: 'log', folder: FOLDER, path: 'logs/act.2.log' });
    expect(targets('verify.command')).toEqual([
      { open: 'file', folder: FOLDER, path: 'test/units.test.js', line: 7, log: 'logs/verify.1.log' },
      { open: 'log', folder: FOLDER, path: 'logs/verify.2.log' },
    ]);
  });

  it('the log of a command that failed is shown where it says what failed', () => {
    const failed = entries.find((entry) => entry.type === 'verify.command');
    if (failed?.type !== 'verify.command') throw new Error('no command');
    expect(logTarget(FOLDER, failed.result)).toMatchObject({ path: 'logs/verify.1.log', find: ['adds cups'] });
    expect(logTarget(FOLDER, { ...failed.result, log: null })).toBeNull();
  });

  it('files that a step changed: these, as soon as it is known what stood there before', () => {
    const [, changed] = targets('workspace.snapshot');
    expect(led(changed)).toMatchObject({ open: 'changes', from: 'a0', to: 'a1', title: 'fix-until-green act 1' });
    expect(targetInHistory(changed as AboutPast, undefined, titles)).toEqual({
      open: 'step',
      folder: FOLDER,
      step: 'act',
    });
  });

  it('the end of a pass: what the pass changed; an end that is not known: its step or its run', () => {
    const commits = targets('commit').filter((target) => target.open === 'pass');
    expect(commits.map(led)).toMatchObject([{ open: 'changes', from: 'a1', to: 'a2', title: 'fix-until-green 2' }]);
    expect(led({ open: 'pass', folder: FOLDER, within: '', loop: 'fix', pass: 9 })).toEqual({
      open: 'run',
      folder: FOLDER,
    });
  });

  it('a latch that a commit opened: the latch', () => {
    expect(targets('commit')).toContainEqual({ open: 'latch', folder: FOLDER, latch: 'step:act' });
  });

  it('the check of a turn: the log of that turn; one without a log: its step', () => {
    const visit = { open: 'visit', folder: FOLDER, within: '', step: 'act', visit: 1, show: 'log' };
    expect(led({ ...visit, attempt: 1 })).toEqual({ open: 'log', folder: FOLDER, path: 'logs/act.1.log' });
    expect(led({ ...visit, attempt: 2 })).toEqual({ open: 'step', folder: FOLDER, step: 'act' });
    expect(led({ ...visit, within: 'review.1', attempt: 1 })).toEqual({ open: 'step', folder: FOLDER, step: 'review' });
  });
});

describe('the place in a log', () => {
  it('is the first line that names the failure, with or without its suite, coloured or not', async () => {
    const file = join(scratch(), 'a.log');
    writeFileSync(file, 'one\r\n\u001b[31mnot ok\u001b[0m\r\n  \u001b[31m✖ adds\u001b[0m cups\r\n');
    expect(await lineInLog(file, ['units > adds cups'])).toBe(3);
    expect(await lineInLog(file, ['not ok'])).toBe(2);
    expect(await lineInLog(file, ['elsewhere', ''])).toBe(1);
    expect(await lineInLog(`${file}.gone`, ['x'])).toBe(1);
  });
});

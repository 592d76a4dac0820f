import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { holderOf, readRun } from '../../engine/runner/runs';
import { until } from '../until';
import { startDebugger, withAdapter } from './debugger';
import { sample } from './sample';

withAdapter();

const source = (path: string) => ({ path });
const traceOf = (folder: string) => readFileSync(join(folder, 'trace.ndjson'), 'utf8');

describe('a live run under the debugger', () => {
  it('is launched held, stepped through items, a call and a loop, and comes to its end', async () => {
    const { root, flowPath, calledPath, line } = sample();
    const debugged = await startDebugger(root);
    const { client } = debugged;
    let set: readonly unknown[] = [];
    await debugged.open('launch', { flow: flowPath, mode: 'autonomous' }, async () => {
      const lines = [line('act') + 1, 1].map((each) => ({ line: each }));
      const answer = await client.setBreakpointsRequest({ source: source(flowPath), breakpoints: lines });
      const other = await client.setFunctionBreakpointsRequest({ breakpoints: [{ name: 'look' }, { name: 'nobody' }] });
      set = [...answer.body.breakpoints, ...other.body.breakpoints];
      await client.setExceptionBreakpointsRequest({ filters: ['latch-opened', 'met-claim'] });
    });
    expect(set).toMatchObject([
      { verified: true, line: line('act') },
      { verified: false, message: expect.stringContaining('No step stands on this line') },
      { verified: true },
      { verified: false, message: expect.stringContaining('Steps: each, one, review') },
    ]);
    expect(await debugged.stopped()).toMatchObject({ reason: 'entry', text: 'Before its first action', threadId: 1 });
    const { folder } = (await debugged.event('converge.run')).body as { readonly folder: string };
    expect((await debugged.event('converge.at')).body).toEqual({ folder, line: null });
    expect((await client.threadsRequest()).body.threads).toEqual([{ id: 1, name: expect.stringMatching(/^Run 2/) }]);
    expect(await debugged.stack()).toEqual([
      `each (visit 1) :${line('each')}`,
      expect.stringMatching(/^run .*: debugged :1$/),
    ]);

    await client.stepInRequest({ threadId: 1 });
    expect(await debugged.stopped()).toMatchObject({ reason: 'step' });
    expect((await debugged.stack()).slice(0, 2)).toEqual([
      `one (visit 1) :${line('one')}`,
      `item 0 of each :${line('each')}`,
    ]);
    expect(await debugged.value('item')).toBe('"x"');
    await client.nextRequest({ threadId: 1 });
    await debugged.stopped();
    expect(await debugged.value('item + "!"')).toBe('"y!"');
    await client.stepOutRequest({ threadId: 1 });
    await debugged.stopped();
    expect((await debugged.stack())[0]).toBe(`review (visit 1) :${line('review')}`);
    expect(await debugged.value('state.seen')).toBe('["looked", "looked"]');

    await client.nextRequest({ threadId: 1 });
    expect(await debugged.stopped()).toMatchObject({
      reason: 'function breakpoint',
      text: expect.stringContaining('look'),
    });
    const [top, call] = await debugged.frames();
    expect(top).toMatchObject({ name: 'look (visit 1)', line: line('look', calledPath), source: source(calledPath) });
    expect(call).toMatchObject({ name: 'flow Reviewing, called by review', line: 1 });

    await client.continueRequest({ threadId: 1 });
    const hit = await debugged.stopped();
    expect(hit).toMatchObject({ reason: 'breakpoint', hitBreakpointIds: [1] });
    expect((await debugged.stack()).slice(0, 3)).toEqual([
      `act (visit 1) :${line('act')}`,
      `pass 1 of 3 :${line('fix')}`,
      `loop fix :${line('fix')}`,
    ]);
    // Held: the process lives, and nothing is started or written.
    const before = traceOf(folder);
    const holder = await holderOf(folder);
    expect(await debugged.value('steps.review.outcome')).toBe('"complete"');
    expect(await debugged.everything()).toContain('fix: pass 1 of 3');
    expect(traceOf(folder)).toBe(before);
    expect(await holderOf(folder)).toEqual(holder);

    await client.continueRequest({ threadId: 1 });
    expect(await debugged.stopped()).toMatchObject({ reason: 'exception', description: 'Latch Opened' });
    expect((await client.exceptionInfoRequest({ threadId: 1 })).body).toMatchObject({
      exceptionId: 'Latch Opened',
      breakMode: 'always',
      details: { message: expect.stringContaining('claim: ') },
    });
    expect(await debugged.everything()).toMatch(/Ledger\n {2}step:act: open: /);
    await client.continueRequest({ threadId: 1 });
    expect(await debugged.stopped()).toMatchObject({ reason: 'breakpoint', hitBreakpointIds: [1] });
    await client.continueRequest({ threadId: 1 });
    expect(await debugged.stopped()).toMatchObject({ reason: 'exception', description: 'Goal Claimed Met' });
    expect((await client.exceptionInfoRequest({ threadId: 1 })).body.details?.message).toContain('held: ');
    await client.continueRequest({ threadId: 1 });
    expect((await debugged.event('exited')).body).toEqual({ exitCode: 0 });
    await debugged.event('terminated');
    expect(debugged.output('stdout')).toContain('flow debugged, autonomous');
    expect((await readRun(folder)).result).toMatchObject({ outcome: 'complete', confirmed: 'evidence' });
  });

  it('stops by condition, from a hit on, and says what a log point says, without stopping at its entry', async () => {
    const { root, flowPath, line } = sample();
    const debugged = await startDebugger(root);
    const { client } = debugged;
    let set: readonly unknown[] = [];
    await debugged.open('launch', { flow: flowPath, mode: 'autonomous', stopOnEntry: false }, async () => {
      const breakpoints = [
        { line: line('each'), logMessage: 'files: {inputs.files}' },
        { line: line('act'), condition: 'loops.fix.pass == 2' },
        { line: line('one'), hitCondition: '2' },
        { line: line('verify'), condition: '1 +' },
        { line: line('judge'), hitCondition: 'often' },
      ];
      set = (await client.setBreakpointsRequest({ source: source(flowPath), breakpoints })).body.breakpoints;
      await client.setExceptionBreakpointsRequest({ filters: [] });
    });
    expect(set).toMatchObject([
      ...Array(3).fill({ verified: true }),
      { verified: false, message: expect.stringContaining('no CEL') },
      { verified: false, message: expect.stringContaining('whole number') },
    ]);
    expect(await debugged.stopped()).toMatchObject({ reason: 'breakpoint', hitBreakpointIds: [3] });
    expect(await debugged.value('item')).toBe('"y"');
    expect(debugged.output('console')).toContain('files: ["x","y"]');
    await client.continueRequest({ threadId: 1 });
    expect(await debugged.stopped()).toMatchObject({ reason: 'breakpoint', hitBreakpointIds: [2] });
    expect(await debugged.value('loops.fix.pass')).toBe('2');
    // What belongs to the stop before is refused.
    await client.continueRequest({ threadId: 1 });
    await expect(client.scopesRequest({ frameId: 1 })).rejects.toThrow('Pause it');
    expect((await debugged.event('exited')).body).toEqual({ exitCode: 0 });
  });
});

describe('a run that somebody else started', () => {
  it('is attached to while it is held, let go by leaving, and goes on to its end', async () => {
    const { root, start } = sample();
    const { folder, pid } = await start({ hold: true });
    const debugged = await startDebugger(root, '');
    await debugged.open('attach', { run: folder });
    expect(await debugged.stopped()).toMatchObject({ reason: 'entry' });
    // Held on as it is: for a window that reloads, or an adapter that dies.
    await debugged.client.disconnectRequest({ suspendDebuggee: true });
    const again = await startDebugger(root, '');
    await again.open('attach', { run: folder.split('/').at(-1) });
    expect(await again.stopped()).toMatchObject({ reason: 'entry' });
    again.kill();
    const third = await startDebugger(root, '');
    await third.open('attach', { run: folder });
    expect(await third.stopped()).toMatchObject({ reason: 'entry' });
    expect((await holderOf(folder))?.pid).toBe(pid);
    // A window that is loaded anew says no more than that it goes.
    await third.client.disconnectRequest({});
    const fourth = await startDebugger(root, '');
    await fourth.open('attach', { run: folder });
    expect(await fourth.stopped()).toMatchObject({ reason: 'entry' });
    await fourth.client.disconnectRequest({ terminateDebuggee: false });
    await until('its end', async () => (await holderOf(folder)) === null);
    expect((await readRun(folder)).result.outcome).toBe('complete');
  });

  it('is paused while it goes, and stopped for good', async () => {
    const { root, start, flowPath } = sample();
    const slow = { use: 'scripted', turns: [{ delayMs: 1500, structured: 'looked' }] };
    const { folder } = await start({ overrides: { doer: slow } as never, hold: true });
    const debugged = await startDebugger(root);
    await debugged.open('attach', { run: folder });
    await debugged.stopped();
    await debugged.client.continueRequest({ threadId: 1 });
    await expect(debugged.client.stackTraceRequest({ threadId: 1 })).rejects.toThrow('Pause it');
    await debugged.client.pauseRequest({ threadId: 1 });
    expect(await debugged.stopped()).toMatchObject({ reason: 'pause' });
    // Workers put in place for a run change nothing of what its steps are: the file is shown.
    expect((await debugged.frames())[0]).toMatchObject({ source: { path: flowPath } });
    await debugged.client.terminateRequest({});
    expect((await debugged.event('exited')).body).toEqual({ exitCode: 130 });
    await debugged.event('terminated');
    expect((await readRun(folder)).result.outcome).toBe('cancelled');
  });
});

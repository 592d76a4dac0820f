import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { holderOf, readRun } from '../../engine/runner/runs';
import { until } from '../until';
import type { Debugger } from './debugger';
import { startDebugger, withAdapter } from './debugger';
import { sample } from './sample';

withAdapter();

const at = async (debugged: Debugger) => (await debugged.stack())[0]?.replace(/ :\d+$/, '');

describe('a recording under the debugger', () => {
  it('shows what the live run showed at the same places, forwards and backwards, and executes nothing', async () => {
    const { root, flowPath, start, line } = sample();
    const { folder } = await start({ hold: true });
    const live = await startDebugger(root, '');
    await live.open('attach', { run: folder }, () => live.client.setExceptionBreakpointsRequest({ filters: [] }));
    const seen: { readonly stack: readonly string[]; readonly everything: string }[] = [];
    const look = async (debugged: Debugger) => ({
      stack: await debugged.stack(),
      everything: await debugged.everything(),
    });
    await live.stopped();
    await live.client.stepInRequest({ threadId: 1 });
    const comesOrEnds = () => until('a stop or the end', () => live.has('stopped') || live.has('exited'));
    while ((await comesOrEnds()) && live.has('stopped')) {
      await live.stopped();
      seen.push(await look(live));
      await live.client.stepInRequest({ threadId: 1 });
    }
    expect(seen.length).toBeGreaterThan(7);
    const trace = readFileSync(`${folder}/trace.ndjson`, 'utf8');

    const replay = await startDebugger(root, '');
    const { client } = replay;
    await replay.open('attach', { run: basename(folder), replay: true, stopOnEntry: true }, () =>
      client.setExceptionBreakpointsRequest({ filters: [] }),
    );
    expect((await replay.event('capabilities')).body).toEqual({ capabilities: { supportsStepBack: true } });
    expect(await replay.stopped()).toMatchObject({ reason: 'entry', text: 'The beginning of the recording' });
    expect((await replay.event('converge.at')).body).toEqual({ folder, line: 1 });
    for (const [index, place] of seen.entries()) {
      await client.stepInRequest({ threadId: 1 });
      await replay.stopped();
      expect(await look(replay), `place ${index}`).toEqual(place);
    }
    await client.stepInRequest({ threadId: 1 });
    expect(await replay.stopped()).toMatchObject({ reason: 'pause', text: 'The end of the recording' });
    expect((await replay.stack())[0]).toContain('(complete)');

    // One walk at a time; a recording that has ended stays where it is.
    const walking = client.continueRequest({ threadId: 1 });
    await expect(client.continueRequest({ threadId: 1 })).rejects.toThrow('Pause it');
    await walking;
    expect(await replay.stopped()).toMatchObject({ text: 'The end of the recording' });

    // Backwards in the run's own flow: the call and the items are gone over.
    const back: (string | undefined)[] = [];
    for (;;) {
      await client.stepBackRequest({ threadId: 1 });
      if ((await replay.stopped()).reason === 'entry') break;
      back.push(await at(replay));
    }
    expect(back).toEqual([
      'judge (visit 1)',
      'verify (visit 1)',
      'act (visit 2)',
      'act (visit 1)',
      'review (visit 1)',
      'each (visit 1)',
    ]);

    const breakpoints = [{ line: line('act') }, { line: line('one'), hitCondition: '2', condition: 'size(item) == 1' }];
    await client.setBreakpointsRequest({ source: { path: flowPath }, breakpoints });
    await client.setExceptionBreakpointsRequest({ filters: ['latch-opened', 'pass-ended'] });
    const stops: string[] = [];
    const go = async (request: 'continueRequest' | 'reverseContinueRequest') => {
      await client[request]({ threadId: 1 });
      const { reason, description } = await replay.stopped();
      stops.push(reason === 'exception' ? (description ?? '') : `${reason} ${await at(replay)}`);
      return reason;
    };
    while ((await go('continueRequest')) !== 'pause');
    const forwards = stops.splice(0);
    expect(forwards.slice(0, -1)).toEqual([
      'breakpoint one (visit 1)',
      'breakpoint act (visit 1)',
      'Latch Opened',
      'Pass Ended',
      'Pass Ended',
    ]);
    while ((await go('reverseContinueRequest')) !== 'entry');
    expect(stops.slice(0, -1)).toEqual(forwards.slice(0, -1).reverse());
    expect(readFileSync(`${folder}/trace.ndjson`, 'utf8')).toBe(trace);
    await client.terminateRequest({});
    await replay.event('terminated');
  });

  it('stands once before an end that failed, at the entry of what failed, by steps and for the event', async () => {
    const { root, flowPath, start } = sample();
    const text = readFileSync(flowPath, 'utf8');
    const failing = JSON.parse(text);
    failing.workers.doer.turns = [
      { step: 'one', structured: 'looked' },
      { step: 'act', fail: 'refused' },
    ];
    for (const key of ['verify', 'judge']) delete failing.steps[key];
    failing.steps.act.next = '@complete';
    delete failing.loops;
    writeFileSync(flowPath, JSON.stringify(failing, null, 2));
    const { folder } = await start();
    await until('its end', async () => (await holderOf(folder)) === null);
    const { result } = await readRun(folder);
    expect(result).toMatchObject({ outcome: 'failed' });
    const trace = readFileSync(`${folder}/trace.ndjson`, 'utf8').trimEnd().split('\n');
    expect(trace.at(-1)).toContain('run.ended');

    const replay = await startDebugger(root, '');
    const { client } = replay;
    await replay.open('attach', { run: folder, replay: true, stopOnEntry: true }, () =>
      client.setExceptionBreakpointsRequest({ filters: [] }),
    );
    await replay.stopped();
    const lineNow = async () => ((await replay.event('converge.at')).body as { readonly line: number }).line;
    await lineNow();
    const seen: string[] = [];
    for (;;) {
      await client.stepInRequest({ threadId: 1 });
      const { reason, text: why } = await replay.stopped();
      seen.push(`${reason}: ${why}`);
      if (reason !== 'step') break;
      const line = await lineNow();
      if (why?.startsWith('It is') === true) {
        expect(line).toBe(trace.length - 1);
        expect(await at(replay)).toBe('act (visit 1)');
        expect((await replay.stack()).at(-1)).not.toContain('failed');
        expect(await replay.value('state.seen')).toBe('["looked", "looked"]');
      }
    }
    const about = `It is about to end as failed: ${result.why}`;
    expect(seen.slice(-2)).toEqual([`step: ${about}`, 'pause: The end of the recording']);
    expect(seen.filter((each) => each.includes('about to end'))).toHaveLength(1);
    await lineNow();
    await client.stepBackRequest({ threadId: 1 });
    expect(await replay.stopped()).toMatchObject({ reason: 'step', text: about });
    expect(await lineNow()).toBe(trace.length - 1);
    await client.stepBackRequest({ threadId: 1 });
    expect((await replay.stopped()).text).not.toContain('about to end');
    await lineNow();

    // For the event as well, and not once more at the end.
    await client.setExceptionBreakpointsRequest({ filters: ['failure'] });
    await client.continueRequest({ threadId: 1 });
    expect(await replay.stopped()).toMatchObject({
      reason: 'exception',
      text: expect.stringContaining('about to end'),
    });
    expect(await lineNow()).toBe(trace.length - 1);
    await client.continueRequest({ threadId: 1 });
    expect(await replay.stopped()).toMatchObject({ text: 'The end of the recording' });
  });

  it('opens a run whose runner was killed, and another run goes on from a place of it', async () => {
    const { root, start, line, flowPath } = sample();
    const { folder, pid } = await start({ hold: true });
    const live = await startDebugger(root, '');
    await live.open('attach', { run: folder }, () =>
      live.client.setFunctionBreakpointsRequest({ breakpoints: [{ name: 'verify' }] }),
    );
    await live.stopped();
    await live.client.continueRequest({ threadId: 1 });
    // Event breakpoints that nobody touched: a failure and an opened latch stop it.
    expect(await live.stopped()).toMatchObject({ reason: 'exception', description: 'Failure' });
    process.kill(pid, 'SIGKILL');
    expect((await live.event('exited')).body).toEqual({ exitCode: 6 });
    expect(live.output('important')).toContain('was interrupted');

    const replay = await startDebugger(root);
    const { client } = replay;
    await replay.open('attach', { run: folder }, async () => {
      await client.setExceptionBreakpointsRequest({ filters: [] });
      await client.setBreakpointsRequest({ source: { path: flowPath }, breakpoints: [{ line: line('act') }] });
    });
    expect(replay.output('console')).toContain('its recording is looked at');
    await replay.stopped();
    await client.reverseContinueRequest({ threadId: 1 });
    await replay.stopped();
    expect(await at(replay)).toBe('act (visit 1)');
    await replay.event('converge.run');
    const frameId = (await replay.frames())[0]?.id ?? 0;
    await client.restartFrameRequest({ frameId });
    expect(await replay.stopped()).toMatchObject({ reason: 'entry' });
    const { folder: forked } = (await replay.event('converge.run')).body as { readonly folder: string };
    expect(forked).not.toBe(folder);
    expect(await at(replay)).toBe('act (visit 1)');
    expect(await replay.value('state.seen')).toBe('["looked", "looked"]');
    await client.setBreakpointsRequest({ source: { path: flowPath }, breakpoints: [] });
    await client.continueRequest({ threadId: 1 });
    expect((await replay.event('exited')).body).toEqual({ exitCode: 0 });
    expect((await readRun(forked)).result.outcome).toBe('complete');
    expect((await readRun(folder)).result.outcome).toBe('interrupted');
  });
});

describe('what the adapter is asked', () => {
  it('shows the run\u2019s own copy of a flow whose file is gone or means something else now', async () => {
    const place = sample();
    const { folder } = await place.start();
    await until('its end', async () => (await holderOf(folder)) === null);
    const { flowPath, calledPath, root, line } = place;
    const text = readFileSync(flowPath, 'utf8');
    writeFileSync(flowPath, `// another line first\n${text}`);
    rmSync(calledPath);
    const replay = await startDebugger(root, '');
    const { client } = replay;
    await replay.open('attach', { run: folder, stopOnEntry: true });
    await replay.stopped();
    // A comment is no other meaning: the file is shown, where it has the step now.
    expect((await replay.frames())[0]).toMatchObject({ source: { path: flowPath }, line: line('each') });
    const { sources } = (await client.customRequest('loadedSources')).body;
    expect(sources).toMatchObject([
      { path: flowPath },
      { name: 'reviewing.converge.json', sourceReference: 1, origin: 'as this run has it' },
    ]);
    const { content } = (await client.sourceRequest({ sourceReference: 1 })).body;
    expect(JSON.parse(content)).toMatchObject({ id: 'reviewing' });
    const copy = { source: { sourceReference: 1 } };
    const look = content.split('\n').findIndex((each: string) => each.includes('"look": {')) + 1;
    const set = await client.setBreakpointsRequest({ ...copy, breakpoints: [{ line: look }] });
    expect(set.body.breakpoints).toMatchObject([{ verified: true, line: look }]);
    const where = await client.customRequest('breakpointLocations', { ...copy, line: 1, endLine: 100 });
    expect(where.body.breakpoints).toEqual([{ line: look }]);
    await client.continueRequest({ threadId: 1 });
    await replay.stopped();
    expect((await replay.frames())[0]).toMatchObject({
      name: 'look (visit 1)',
      source: { sourceReference: 1 },
      line: look,
    });

    writeFileSync(flowPath, text.replace('"maxPasses": 3', '"maxPasses": 7'));
    const other = await startDebugger(root, '');
    await other.open('attach', { run: folder, stopOnEntry: true });
    await other.stopped();
    expect((await other.frames())[0]).toMatchObject({ source: { sourceReference: 1 } });
    await expect(other.client.sourceRequest({ sourceReference: 99 })).rejects.toThrow('not one of this run');

    // Looking, in parts and by what is pointed at.
    expect(await other.value('files', 'hover')).toBe('["x", "y"]');
    expect(await other.value('inputs', 'clipboard')).toBe('{\n  "files": [\n    "x",\n    "y"\n  ]\n}');
    const { body } = await other.client.evaluateRequest({ expression: 'inputs.files', context: 'repl' });
    expect(body.indexedVariables).toBe(2);
    const page = { variablesReference: body.variablesReference, filter: 'indexed', start: 1, count: 5 } as const;
    expect((await other.client.variablesRequest(page)).body.variables).toMatchObject([{ name: '1', value: '"y"' }]);
    await expect(other.value('inputs.nothing')).rejects.toThrow('inputs.nothing: ');
    await expect(other.client.evaluateRequest({ expression: '1', frameId: 5 })).rejects.toThrow('earlier stop');
    await expect(other.client.variablesRequest({ variablesReference: 5 })).rejects.toThrow('earlier stop');
    await expect(other.client.exceptionInfoRequest({ threadId: 1 })).rejects.toThrow('did not stop for an event');
    await expect(other.client.restartFrameRequest({ frameId: 1 })).rejects.toThrow('Start a new run');
    await expect(other.client.setExceptionBreakpointsRequest({ filters: ['x'] })).rejects.toThrow(
      'There are: met-claim',
    );
    await expect(other.client.customRequest('gotoTargets')).rejects.toThrow('does not know');
  });

  it('says of arguments what is wrong, where, and what to do', async () => {
    const { root, flowPath } = sample();
    const debugged = await startDebugger(root, '');
    const { client } = debugged;
    const { body } = await client.initializeRequest();
    expect(body).toMatchObject({ supportsStepBack: false, supportsRestartFrame: true, supportsLogPoints: true });
    expect(body?.exceptionBreakpointFilters?.filter((each) => each.default).map(({ filter }) => filter)).toEqual([
      'latch-opened',
      'failure',
    ]);
    await expect(client.launchRequest({} as never)).rejects.toThrow('"flow" name a flow file');
    await expect(client.launchRequest({ flow: 'a.json', mode: 'x' } as never)).rejects.toThrow(
      /"flow" give an absolute path.*"mode" is "supervised" or "autonomous".*launch\.json/,
    );
    await expect(client.launchRequest({ flow: flowPath } as never)).rejects.toThrow('--approve');
    await expect(client.attachRequest({} as never)).rejects.toThrow('"run" name a run');
    await expect(client.attachRequest({ run: 'none' } as never)).rejects.toThrow(`no run "none" below ${root}`);
    await expect(client.attachRequest({ run: root } as never)).rejects.toThrow('absolute path of a run folder');
    await expect(client.continueRequest({ threadId: 1 })).rejects.toThrow('No run is debugged yet');
    expect((await client.threadsRequest()).body.threads).toHaveLength(1);
    const approved = await startDebugger(root);
    await approved.client.initializeRequest();
    await expect(approved.client.launchRequest({ flow: `${flowPath}x` } as never)).rejects.toThrow(`${flowPath}x`);
  });
});

import { describe, expect, it } from 'vitest';
import { holderOf, readRun } from '../../engine/runner/runs';
import type { Adapter } from '../../extension/debug/adapter/adapter';
import { createAdapter } from '../../extension/debug/adapter/adapter';
import type { Launcher } from '../../extension/debug/adapter/launcher';
import { until } from '../until';
import { withAdapter } from './debugger';
import type { Sample } from './sample';
import { sample } from './sample';

withAdapter();

interface Told {
  readonly ask: (command: string, args?: object) => Promise<unknown>;
  readonly events: readonly string[];
  /** Bodies of the output. */
  readonly said: readonly { readonly category: string; readonly output: string }[];
}

/** An adapter in this process, with a launcher that starts runs as the sample does. */
function inProcess(from: Sample, more: Partial<Launcher> = {}): Told {
  const events: string[] = [];
  const said: Told['said'][number][] = [];
  const launcher: Launcher = {
    launch: async ({ mode = 'supervised' }) => (await from.start({ mode, hold: true })).folder,
    fork: async () => null,
    roots: () => [from.root],
    person: 'ann',
    ...more,
  };
  const adapter: Adapter = createAdapter(launcher, (event, body) => {
    events.push(event);
    if (event === 'output' && body !== undefined && 'category' in body && 'output' in body)
      said.push({ category: String(body.category), output: String(body.output) });
  });
  return {
    events,
    said,
    ask: async (command, args = {}) => {
      const answer = await adapter(command, args);
      await answer?.after?.();
      return answer?.body;
    },
  };
}

describe('the adapter inside of an editor', () => {
  it('is over without a word where the person turned away from a start', async () => {
    const from = sample();
    const { ask, events } = inProcess(from, { launch: async () => null });
    await ask('launch', { flow: from.flowPath });
    expect(events).toEqual(['terminated']);
    await expect(ask('stackTrace')).rejects.toThrow('Pause it');
    await ask('disconnect');
  });

  it('runs without stopping where it is to run without debugging', async () => {
    const from = sample();
    const { ask, events } = inProcess(from);
    await ask('launch', { flow: from.flowPath, mode: 'autonomous', noDebug: true });
    await ask('setFunctionBreakpoints', { breakpoints: [{ name: 'act' }] });
    await ask('configurationDone');
    await until('its end', () => events.includes('exited'));
    expect(events).not.toContain('stopped');
    expect(events.slice(-2)).toEqual(['exited', 'terminated']);
  });

  it('stops the run with the debugger only where that is asked, and stays where a restart was turned away from', async () => {
    const from = sample();
    const { folder } = await from.start({ hold: true });
    const { ask, events } = inProcess(from);
    await ask('attach', { run: folder });
    await ask('configurationDone');
    await until('the stop', () => events.includes('stopped'));
    await expect(ask('stepBack', { threadId: 1 })).rejects.toThrow('cannot be taken back');
    expect(await ask('stackTrace', { threadId: 1, startFrame: 1, levels: 1 })).toMatchObject({
      stackFrames: [{ name: expect.stringContaining('run ') }],
      totalFrames: 2,
    });
    await ask('stepIn', { threadId: 1 });
    await until('the step', () => events.filter((event) => event === 'stopped').length === 2);
    await expect(ask('restartFrame', { frameId: 1 })).rejects.toThrow('Start a new run');
    await ask('disconnect', { terminateDebuggee: true });
    await until('its end', async () => (await holderOf(folder)) === null);
    expect((await readRun(folder)).result).toMatchObject({ outcome: 'cancelled' });
  });

  it('says a stop that was not taken', async () => {
    const from = sample();
    const { folder, pid } = await from.start({ hold: true });
    const { ask, events, said } = inProcess(from);
    await ask('attach', { run: folder });
    await ask('configurationDone');
    await until('the stop', () => events.includes('stopped'));
    process.kill(pid, 'SIGKILL');
    await until('its end', () => events.includes('terminated'));
    await ask('disconnect', { terminateDebuggee: true });
    expect(said.filter(({ category }) => category === 'important').map(({ output }) => output)).toEqual([
      expect.stringMatching(/^Run .* was interrupted: its runner is gone/),
      expect.stringMatching(/^Nobody answers for this run/),
    ]);
  });
});

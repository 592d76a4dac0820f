import { once } from 'node:events';
import type { Server } from 'node:net';
import { createConnection, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RunState } from '../../engine/run/state';
import { EMPTY_STATE } from '../../engine/run/state';
import { createChannel } from '../../engine/runner/channel';
import { connectRun } from '../../engine/runner/client';
import type { Control } from '../../engine/trace/control';
import { scratch } from '../node/scratch';
import { until } from '../until';

async function held(state: RunState = EMPTY_STATE, taken = true) {
  const acts: Control[] = [];
  let size = 10;
  const channel = createChannel({
    run: 'r1',
    token: 'secret',
    state: () => state,
    size: () => size,
    act: (act) => taken && acts.push(act) > 0,
  });
  const server: Server = createServer(channel.serve);
  const address = join(scratch(), 's');
  server.listen(address);
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const grow = (to: number) => {
    size = to;
    channel.grew();
  };
  return { acts, address, channel, grow, holder: { address, token: 'secret' } };
}

const asks = {
  'ok.1': {
    within: '',
    step: 'ok',
    visit: 1,
    question: 'Good?',
    choices: ['yes', 'no'],
    due: null,
    default: null,
    answer: null,
  },
};

describe('the channel of a run', () => {
  it('R1 answers nobody without the token', async () => {
    const { address, channel } = await held();
    await expect(connectRun({ address, token: 'wrong' }, 'window')).rejects.toThrow(/Nobody answers/);
    const silent = createConnection(address);
    onTestFinished(() => {
      silent.destroy();
    });
    silent.write('{"type":"status","id":1}\n');
    await once(silent, 'close');
    expect(channel.windows()).toBe(0);
  });

  it('R2 takes an act that fits and refuses one that does not, with what would', async () => {
    const { acts, holder } = await held({ ...EMPTY_STATE, asks });
    const client = await connectRun(holder, 'program');
    await client.act({ do: 'answer', ask: 'ok.1', choice: 'yes' }, 'ann');
    expect(acts).toEqual([{ do: 'answer', ask: 'ok.1', choice: 'yes' }]);
    await expect(client.act({ do: 'answer', ask: 'ok.1', choice: 'maybe' }, 'ann')).rejects.toThrow(/yes, no/);
    await expect(client.act({ do: 'answer', ask: 'ok.2', choice: 'yes' }, 'ann')).rejects.toThrow(/Open: ok.1/);
    await expect(client.act({ do: 'accept', latch: 'step:act', why: 'x' }, 'ann')).rejects.toThrow(/No latch is open/);
    await expect(client.act({ do: 'note', loop: 'fix', text: 'x' }, 'ann')).rejects.toThrow(/no loop has been entered/);
    expect(acts).toHaveLength(1);
    client.close();
  });

  it('R2 says so where an act fits and came too late, and where nothing can hold the run', async () => {
    const { holder } = await held(EMPTY_STATE, false);
    const client = await connectRun(holder, 'program');
    await expect(client.act({ do: 'pause' }, 'ann')).rejects.toMatchObject({ code: 'not-waiting' });
    await expect(client.debug({ do: 'hold' })).rejects.toMatchObject({ code: 'not-waiting' });
    expect(client.now().held).toBeNull();
    client.close();
  });

  it('R3 tells the last size, whatever it leaves out', async () => {
    const { grow, holder } = await held();
    const sizes: number[] = [];
    const client = await connectRun(holder, 'window', (now) => sizes.push(now.size));
    for (let size = 11; size <= 500; size++) grow(size);
    await until('the last size', () => sizes.at(-1) === 500);
    expect(sizes.length).toBeLessThan(10);
    expect((await client.status()).size).toBe(500);
    client.close();
  });

  it('counts windows as they come and go, and programs never', async () => {
    const { channel, holder } = await held();
    const window = await connectRun(holder, 'window');
    const program = await connectRun(holder, 'program');
    expect(channel.windows()).toBe(1);
    window.close();
    await until('the window to be gone', () => channel.windows() === 0);
    program.close();
  });

  it('survives a client that talks nonsense', async () => {
    const { address, holder } = await held();
    const noise = createConnection(address);
    noise.on('error', () => undefined);
    noise.write('\u0000\u0001 nonsense\n{"type":"hello"}\n');
    await once(noise, 'close');
    const client = await connectRun(holder, 'window');
    expect(client.pid).toBe(process.pid);
    client.close();
  });
});

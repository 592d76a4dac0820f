import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { machineFile, machineOf } from '../../engine/cli/machine';
import { NO_MACHINE } from '../../engine/runner/machine';
import { scratch } from '../node/scratch';

const given = (values: Record<string, string | readonly string[]> = {}) => ({ values, positionals: [] });

/** A settings file with this text. */
function settings(text: string): string {
  const file = machineFile({ XDG_CONFIG_HOME: scratch() });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

describe('what the program knows of its machine', () => {
  it('is nothing without a file, whose place is no workspace', async () => {
    expect(await machineOf(given(), join(scratch(), 'settings.json'))).toEqual(NO_MACHINE);
    expect(machineFile({ HOME: '/home/a' })).toBe('/home/a/.config/converge/settings.json');
    expect(machineFile({ HOME: '/home/a', XDG_CONFIG_HOME: '/c' })).toBe('/c/converge/settings.json');
  });

  it('is what stands in its file: workers, defaults that may name them, programs and prices', async () => {
    const file = settings(
      JSON.stringify({
        workers: { mine: { use: 'codex', model: 'm' } },
        defaultWorkers: { work: 'mine', judge: { use: 'claude-code' } },
        executables: { codex: '/opt/codex' },
        prices: { m: { in: 1, out: 4 } },
      }),
    );
    expect(await machineOf(given(), file)).toEqual({
      workers: { mine: { use: 'codex', model: 'm' } },
      defaults: { work: { use: 'codex', model: 'm' }, judge: { use: 'claude-code' } },
      executables: { codex: '/opt/codex' },
      prices: { m: { in: 1, out: 4 } },
    });
  });

  it('gives way to what was given for this run', async () => {
    const file = settings(
      JSON.stringify({
        workers: { mine: { use: 'codex' } },
        defaultWorkers: { work: 'a', judge: 'b' },
        prices: { m: { in: 1, out: 4 } },
      }),
    );
    const prices = join(scratch(), 'prices.json');
    writeFileSync(prices, JSON.stringify({ other: { in: 2, out: 3, cachedIn: 0 } }));
    const options = given({ prices, 'worker-default': ['work=mine', 'gate={"use":"gemini","model":"x"}'] });
    expect(await machineOf(options, file)).toMatchObject({
      defaults: { work: { use: 'codex' }, judge: { use: 'b' }, gate: { use: 'gemini', model: 'x' } },
      prices: { other: { in: 2, out: 3, cachedIn: 0 } },
    });
  });

  it('is refused where it cannot be read or has a name that is not known', async () => {
    await expect(machineOf(given(), settings('{'))).rejects.toThrow(/settings\.json cannot be read/);
    await expect(machineOf(given(), settings('{"price":{}}'))).rejects.toThrow(/cannot be used.*"price"/s);
    await expect(machineOf(given(), settings('{"prices":{"m":{"in":-1,"out":1}}}'))).rejects.toThrow(/at least 0/);
    const none = join(scratch(), 'none.json');
    await expect(machineOf(given({ prices: none }), none)).rejects.toThrow(/none\.json cannot be read/);
    await expect(machineOf(given({ 'worker-default': ['boss=x'] }), none)).rejects.toThrow(/--worker-default.*"boss"/s);
    await expect(machineOf(given({ 'worker-default': ['work'] }), none)).rejects.toThrow(
      '--worker-default work=claude-code',
    );
  });
});

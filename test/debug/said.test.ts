import { afterEach, expect, it } from 'vitest';
import { english } from '../../engine/say';
import { createAdapter } from '../../extension/debug/adapter/adapter';
import type { Launcher } from '../../extension/debug/adapter/launcher';
import { sayRows } from '../../extension/rows/say';

afterEach(() => sayRows(english));

const nowhere: Launcher = {
  launch: async () => null,
  fork: async () => null,
  roots: () => [],
  person: 'somebody',
};

it('the adapter says everything in the words that its window gives it, from its first answer on', async () => {
  const ask = async (command: string, args: object = {}): Promise<unknown> =>
    createAdapter(nowhere, () => undefined)(command, args);
  const labels = async () => JSON.stringify(await ask('initialize'));
  const refused = (command: string, args?: object) =>
    ask(command, args).then(
      () => '',
      (thrown: Error) => thrown.message,
    );
  expect(await labels()).toContain('"Latch Opened"');
  expect(await refused('continue')).toBe('No run is debugged yet: launch a flow or attach to a run.');
  sayRows((message, ...args) => `⟦${english(message, ...args)}⟧`);
  expect(await labels()).toContain('"⟦Latch Opened⟧"');
  expect(await refused('continue')).toBe('⟦No run is debugged yet: launch a flow or attach to a run.⟧');
  expect(await refused('launch', { flow: 'a.json', mode: 'x' })).toMatch(
    /^⟦.*"flow" ⟦give an absolute path.*⟧; "mode" ⟦is "supervised" or "autonomous"⟧.*⟧$/,
  );
});

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '../until';
import { designerIn } from './designerPage';
import type { Workbench } from './workbench';

/** What a person does with the flows of a folder in a window, and what is then on the disk. */
export function flowsIn(window: Workbench, folder: string) {
  const designer = designerIn(window);
  const file = (name: string) => path.join(folder, '.converge/flows', `${name}.converge.json`);
  const tabOf = (name: string) => `${name}.converge.json`;
  const bytes = (name: string) => readFileSync(file(name), 'utf8');
  /** Waits until the view of the canvas does not move any more: three looks in a row see the same. */
  const still = async (): Promise<void> => {
    let [before, same] = ['', 0];
    await until('a still view', async () => {
      const now = (await designer.view.locator('.react-flow__viewport').getAttribute('style')) ?? '';
      same = now === before ? same + 1 : 0;
      before = now;
      return same > 2;
    });
  };
  return {
    designer,
    file,
    tabOf,
    bytes,
    write: (name: string, text: string) => writeFlow(folder, name, text),
    /** Opens a flow that is listed as `title` and leaves only its designer open. */
    async open(name: string, title: string | RegExp = name): Promise<void> {
      // Soon after the start lists are still being filled, and a click may miss what it was meant for: again, then.
      const { page } = window;
      await until(
        'no editor',
        async () => {
          await window.runCommand('View: Close All Editors');
          return soon(page.locator('.tabs-container .tab').first().waitFor({ state: 'detached', timeout: 10_000 }));
        },
        120_000,
      );
      await window.openView('Converge');
      await until(
        'the flow',
        async () => {
          await window.row('Flows', title).click({ timeout: 10_000 });
          return soon(window.tab(tabOf(name)).waitFor({ timeout: 10_000 }));
        },
        120_000,
      );
      await designer.shown();
    },
    /**
     * Brings a flow to the front in a window that came back. VS Code may bring an unsaved one back as text, before it knows
     * the designer; then it is opened in it once more.
     */
    async again(name: string): Promise<void> {
      await window.tab(tabOf(name)).click();
      const asText = window.page.locator('.editor-instance .monaco-editor[role="code"]');
      const drawn = designer.view.locator('.toolbar');
      await until('the flow', async () => (await drawn.count()) + (await asText.count()) > 0, 60_000);
      if (await asText.count()) await window.runCommand('Converge: Open Flow in Designer');
      await designer.shown();
    },
    /** Saves what was changed and returns what is then in the file. */
    async save(name: string): Promise<string> {
      await until(`${name} to be changed`, () => window.isDirty(tabOf(name)));
      await until(`${name} to be saved`, async () => {
        // A page that is drawn anew in this moment does not hear the keys.
        await window.save();
        const dirty = window.tab(tabOf(name)).and(window.page.locator('.dirty')).first();
        return soon(dirty.waitFor({ state: 'detached', timeout: 5000 }));
      });
      return bytes(name);
    },
    stepsAre: (...ids: string[]) =>
      until(`the steps ${ids}`, async () => (await designer.steps()).join() === [...ids].sort().join()),
    still,
    /** Brings the whole flow into view and waits until nothing moves any more. */
    async fit(): Promise<void> {
      await designer.tool('Fit the flow into the view').click();
      await still();
    },
  };
}

const soon = (waiting: Promise<void>): Promise<boolean> =>
  waiting.then(
    () => true,
    () => false,
  );

export function writeFlow(folder: string, name: string, text: string): void {
  const file = path.join(folder, '.converge/flows', `${name}.converge.json`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

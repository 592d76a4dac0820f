import type { Frame, Locator } from 'playwright-core';
import { until } from '../until';
import type { Workbench } from './workbench';

export type DesignerPage = ReturnType<typeof designerIn>;

/** What a person sees and does in a designer of this window; `index` counts designers that are shown side by side. */
export function designerIn(window: Workbench, index = 0) {
  const view = window.webview(index);
  const step = (id: string): Locator => view.locator(`.canvas [data-step="${id}"]`);
  /** Where one types: the toolkit's fields hold it inside, plain ones are it. */
  const field = (label: string, nth = 0): Locator => {
    const host = `[data-field="${label}"]`;
    return view
      .locator(
        `.inspector :is(vscode-text-field${host} input, vscode-text-area${host} textarea, input${host}, textarea${host}, select${host})`,
      )
      .nth(nth);
  };
  /** Clicks on a step until it is selected: what is drawn anew in the very moment of a click does not notice it. */
  const choose = async (id: string, modifiers: readonly 'Control'[]): Promise<void> => {
    const chosen = view.locator(`.canvas [data-step="${id}"][data-selected="true"]`);
    let tries = 0;
    await until(
      `${id} to be selected`,
      async () => {
        if (tries > 0 && (await chosen.count())) return true;
        // Left of the middle, where no badge is, else elsewhere: the palette may lie over a part of it.
        const part = [1 / 4, 3 / 4, 1 / 2][tries % 3] ?? 1 / 2;
        tries += 1;
        const { width, height } = (await step(id).boundingBox()) ?? { width: 60, height: 40 };
        // A face can be a few pixels high where much is in view.
        const position = { x: width * part, y: height / 2 };
        await step(id).click({ position, modifiers: [...modifiers], timeout: 8000 });
        return chosen.waitFor({ timeout: 5000 }).then(
          () => true,
          () => false,
        );
      },
      90_000,
    );
  };
  return {
    view,
    step,
    field,
    loop: (id: string): Locator => view.locator(`.canvas [data-loop="${id}"]`),
    terminal: (target: string): Locator => view.locator(`.canvas [data-terminal="${target}"]`),
    route: (id: string): Locator => view.locator(`.canvas [data-route="${id}"]`),
    problems: view.locator('.problems'),
    banner: view.locator('.banner'),
    runStrip: view.locator('.run-strip'),
    /** What the live region says: the last thing that happened. */
    said: (text: string): Locator => view.locator('[data-said]', { hasText: text }),
    shown: (): Promise<void> => view.locator('.toolbar').waitFor(),
    tool: (name: string): Locator => view.locator('.toolbar').getByRole('button', { name }),
    select: (id: string): Promise<void> => choose(id, []),
    /** Types into a field and commits it, as leaving it does. */
    async type(label: string, text: string, nth = 0): Promise<void> {
      await field(label, nth).fill(text);
      await field(label, nth).blur();
    },
    async choose(label: string, value: string, nth = 0): Promise<void> {
      await field(label, nth).selectOption(value);
    },
    /** Picks from the list that A, C and Ctrl+F open, by typing and Enter. */
    async pick(text: string): Promise<void> {
      const input = view.locator('.picker input');
      await input.fill(text);
      await view.locator('.picker [role="option"][aria-selected="true"]', { hasText: text }).waitFor();
      await input.press('Enter');
      await input.waitFor({ state: 'detached' });
    },
    /** Unfolds a part of the inspector by its heading. */
    async unfold(heading: string): Promise<void> {
      const part = view.locator('.inspector details', { has: view.locator('summary', { hasText: heading }) }).first();
      if ((await part.getAttribute('open')) === null) await part.locator('summary').click();
    },
    /** Finds a step by Ctrl+F, selects it and brings it into view. */
    async find(id: string): Promise<void> {
      await view.locator('.toolbar').getByRole('button', { name: 'Find a step' }).click();
      await view.locator('.picker input').fill(id);
      await view.locator(`.picker [data-pick="${id}"]`).click();
      await view.locator(`.canvas [data-step="${id}"][data-selected="true"]`).waitFor();
    },
    /** Adds a step that is in view to what is selected, by Ctrl and a click. */
    add: (id: string): Promise<void> => choose(id, ['Control']),
    /** The frame of the page itself, for what is looked at from inside. */
    async frame(): Promise<Frame> {
      const frame = await (await view.owner().elementHandle())?.contentFrame();
      if (!frame) throw new Error('the designer is not shown');
      return frame;
    },
    /** Ids of the steps on the canvas, in no particular order. */
    steps: (): Promise<string[]> =>
      view
        .locator('.canvas [data-step]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-step') ?? '').sort()),
    selected: (): Promise<string[]> =>
      view
        .locator('.canvas [data-step][data-selected="true"]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-step') ?? '').sort()),
    zoom: (): Promise<number> =>
      view.locator('.react-flow__viewport').evaluate((one) => new DOMMatrix(getComputedStyle(one).transform).a),
  };
}

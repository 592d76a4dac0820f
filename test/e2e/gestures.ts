import type { Locator } from 'playwright-core';
import { until } from '../until';
import type { DesignerPage } from './designerPage';
import type { Workbench } from './workbench';

export interface Gesture {
  readonly mouse: () => Promise<void>;
  readonly keys: () => Promise<void>;
  /** What the live region then says. */
  readonly said: string;
  /** Whether both come to the same text; a place that was pointed at is in no text that was typed. */
  readonly same?: false;
}

/** Every gesture on the flow `MIXED` that is an edit, by mouse and by keyboard. */
export function gesturesIn(window: Workbench, designer: DesignerPage): Readonly<Record<string, Gesture>> {
  const { view } = designer;
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await window.press(key);
  };
  const right = async (what: Locator, act: string) => {
    await what.click({ button: 'right' });
    await view.locator(`.menu [data-act="${act}"]`).click();
  };
  const head = (id: string) => designer.step(id).locator('.face-title');
  const edge = (route: string) => view.locator(`.react-flow__edge[data-id="route:${route}"]`);
  /** A point of a route's line, in the window: a straight one has no height that could be clicked in the middle. */
  const onRoute = async (route: string) => {
    const path = edge(route).locator('path.react-flow__edge-path');
    // What was done before may still be drawn: only a line that lies where it lay the last time can be pointed at.
    let lay = '';
    await until(`the route ${route} to lie still`, async () => {
      const before = lay;
      lay = JSON.stringify([await path.getAttribute('d'), await path.boundingBox()]);
      return lay === before;
    });
    const [box, from] = await Promise.all([
      path.boundingBox(),
      path.evaluate((element) => {
        if (!(element instanceof SVGPathElement)) return { x: 0, y: 0 };
        const at = element.getPointAtLength(element.getTotalLength() * 0.35);
        const point = at.matrixTransform(element.getScreenCTM() ?? undefined);
        const { left, top } = element.getBoundingClientRect();
        return { x: point.x - left, y: point.y - top };
      }),
    ]);
    return { x: (box?.x ?? 0) + from.x, y: (box?.y ?? 0) + from.y };
  };
  const clickRoute = async (route: string, button: 'left' | 'right' = 'left') => {
    const { x, y } = await onRoute(route);
    await window.page.mouse.click(x, y, { button });
  };
  const choose = (key: string) => view.locator(`[data-pick="${key}"]`).click();
  const handle = (id: string, name: string) => designer.step(id).locator(`[data-handleid="${name}"]`);
  const focusRoute = async (id: string, route: string) => {
    await designer.select(id);
    await press('r');
    await until(`the route ${route}`, () =>
      edge(route).evaluate((element) => element === element.ownerDocument.activeElement),
    );
  };

  return {
    duplicate: {
      mouse: () => right(head('after'), 'duplicate'),
      keys: async () => {
        await designer.select('after');
        await press('Control+d');
      },
      said: 'Duplicated: 1 step.',
    },
    'SH-31 copy and paste': {
      mouse: async () => {
        await designer.select('look');
        await head('judge').click({ modifiers: ['Control'] });
        await right(head('judge'), 'copy');
        await designer.said('Copied: 2 steps.').waitFor();
        await right(head('judge'), 'paste');
      },
      keys: async () => {
        await designer.select('look');
        await press('Shift+ArrowRight', 'Control+c');
        await designer.said('Copied: 2 steps.').waitFor();
        await press('Control+v');
      },
      said: 'Pasted: 2 steps.',
    },
    cut: {
      mouse: () => right(head('look'), 'cut'),
      keys: async () => {
        await designer.select('look');
        await press('Control+x');
      },
      said: 'Cut: 1 step.',
    },
    'delete a step and the loop': {
      mouse: async () => {
        await designer.select('after');
        await designer
          .loop('fix')
          .locator('.loop-head')
          .click({ modifiers: ['Control'] });
        await designer.tool('Delete the selection').click();
      },
      keys: async () => {
        await designer.loop('fix').locator('.loop-head').focus();
        await press('Space');
        await designer.step('after').focus();
        await press('Space', 'Delete');
      },
      said: 'Deleted: 1 step, 1 loop (its steps stay).',
    },
    'SH-32 delete an inner route': {
      mouse: async () => {
        await clickRoute('look/strong/0');
        await designer.tool('Delete the selection').click();
      },
      keys: async () => {
        await focusRoute('look', 'look/strong/0');
        await press('Delete');
      },
      said: 'Route from look to judge deleted.',
    },
    'SH-32 move a loop with all in it': {
      mouse: () => window.drag(designer.loop('fix').locator('.loop-name'), { dx: 30, dy: 40 }),
      keys: async () => {
        await designer.step('look').focus();
        await press('p', 'Alt+ArrowDown');
      },
      said: '3 steps moved.',
      same: false,
    },
    'SH-32 move a folded loop': {
      mouse: async () => {
        await view.getByRole('button', { name: 'Fold loop fix' }).click();
        await window.drag(view.locator('.canvas [data-loop="fix"] .face-title'), { dx: 30, dy: 40 });
        await designer.said('3 steps moved.').waitFor();
        await view.getByRole('button', { name: 'Unfold loop fix' }).click();
      },
      keys: async () => {
        await view.getByRole('button', { name: 'Fold loop fix' }).press('Enter');
        await designer.said('Loop fix folded.').waitFor();
        await press('Escape', 'Space', 'Alt+ArrowDown');
        await designer.said('3 steps moved.').waitFor();
        await view.getByRole('button', { name: 'Unfold loop fix' }).press('Enter');
      },
      said: 'Loop fix unfolded.',
      same: false,
    },
    align: {
      mouse: async () => {
        await designer.select('after');
        await head('alone').click({ modifiers: ['Control'] });
        await right(head('alone'), 'align');
        await choose('left');
      },
      keys: async () => {
        await designer.select('after');
        await press('Shift+ArrowRight', 'g');
        await designer.pick('Left edges');
      },
      said: 'Left edges: 2 steps.',
    },
    connect: {
      mouse: () => window.drag(handle('after', 'main'), handle('alone', 'in')),
      keys: async () => {
        await designer.select('after');
        await press('c');
        await designer.pick('alone');
      },
      said: 'Connected after to alone.',
    },
    'lead a route elsewhere': {
      mouse: async () => {
        await clickRoute('judge/strong/0');
        await window.drag(edge('judge/strong/0').locator('.react-flow__edgeupdater-target'), handle('alone', 'in'));
      },
      keys: async () => {
        await focusRoute('judge', 'judge/strong/0');
        await press('c');
        await designer.pick('alone');
      },
      said: 'Connected judge to alone.',
    },
    'insert on a route': {
      mouse: async () => {
        await clickRoute('judge/strong/0', 'right');
        await view.locator('.menu [data-act="add"]').click();
        await choose('join');
      },
      keys: async () => {
        await focusRoute('judge', 'judge/strong/0');
        await press('a');
        await designer.pick('Join');
      },
      said: 'Join step added.',
    },
    'put a step that stands alone on a route': {
      mouse: async () => {
        const [to, box] = await Promise.all([onRoute('judge/strong/0'), head('alone').boundingBox()]);
        const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
        await window.drag(head('alone'), { dx: to.x - x, dy: to.y - y });
      },
      keys: async () => {
        await focusRoute('judge', 'judge/strong/0');
        await press('a');
        await designer.pick('alone');
      },
      said: 'Put alone between judge and after.',
      same: false,
    },
    wrap: {
      mouse: async () => {
        await designer.select('after');
        await designer.tool('Wrap the selected steps in a loop').click();
        await choose('loop:improve');
      },
      keys: async () => {
        await designer.select('after');
        await press('l');
        await designer.pick('Improve');
      },
      said: 'Improve loop from after to after declared.',
    },
    'SH-28 take out of the loop': {
      mouse: () => right(head('look'), 'takeOut'),
      keys: async () => {
        await designer.select('look');
        await press('u');
      },
      said: 'Taken out of the loop: 1 step.',
    },
    'SH-28 rename': {
      mouse: async () => {
        await right(head('look'), 'rename');
        await view.locator('.picker input').fill('tested');
        await press('Enter');
      },
      keys: async () => {
        await designer.select('look');
        await press('F2');
        await view.locator('.picker input').fill('tested');
        await press('Enter');
      },
      said: 'look is now called tested.',
    },
  };
}

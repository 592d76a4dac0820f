import type { Page } from 'playwright-core';
import type { Finding } from './axe';
import { findings } from './axe';
import type { ThemeName } from './themes';
import { THEMES, themeClass, themeCss } from './themes';

/** What `inEveryTheme` finds where there is nothing to find. */
export const NOTHING_IN_ANY: Readonly<Record<string, readonly Finding[]>> = Object.fromEntries(
  THEMES.map((theme) => [theme, []]),
);

/**
 * What axe finds in a page that is open, in one theme after the other: in the first all that it knows to look for, in the
 * others what colours can change.
 */
export async function inEveryTheme(
  page: Page,
  { within, look }: { readonly within?: string; readonly look?: (theme: ThemeName) => Promise<void> } = {},
): Promise<Readonly<Record<string, readonly Finding[]>>> {
  const found: Record<string, readonly Finding[]> = {};
  for (const [index, theme] of THEMES.entries()) {
    await change(page, theme);
    await look?.(theme);
    found[theme] = await findings(page, { rules: index === 0 ? undefined : ['color-contrast'], within });
  }
  return found;
}

/** Another theme in a page that is open, as VS Code does it. */
const change = (page: Page, theme: ThemeName): Promise<void> =>
  page.evaluate(
    async ([css, classes]) => {
      const style = document.querySelector('style');
      if (style) style.textContent = css;
      document.body.className = classes;
      // The toolkit follows a theme within its own queue of updates, which is worked off in the next frames.
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    },
    [themeCss(theme), themeClass(theme)] as const,
  );

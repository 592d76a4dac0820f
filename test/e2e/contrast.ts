import type { FrameLocator } from 'playwright-core';

/**
 * Words in the designer that cannot be read: what they say, and their contrast against what is painted behind them, where
 * it is below 4.5 to 1 (3 to 1 for large or disabled ones, which nobody has to read).
 */
export const facesOn = (view: FrameLocator): Promise<string[]> =>
  view.locator('body').evaluate((body) => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    const paint = canvas.getContext('2d', { willReadFrequently: true });
    if (!paint) return ['no canvas'];
    type Colour = readonly [number, number, number, number];
    const colour = (css: string): Colour => {
      paint.clearRect(0, 0, 1, 1);
      paint.fillStyle = css;
      paint.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0, a = 0] = paint.getImageData(0, 0, 1, 1).data;
      return [r, g, b, a / 255];
    };
    const over = (top: Colour, below: Colour): Colour => {
      const mix = (i: 0 | 1 | 2) => top[i] * top[3] + below[i] * (1 - top[3]);
      return [mix(0), mix(1), mix(2), 1];
    };
    const luminance = ([r, g, b]: Colour) => {
      const linear = (part: number) =>
        part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4;
      return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    };
    const behind = (element: Element | null): Colour => {
      if (!element)
        return colour(getComputedStyle(document.documentElement).getPropertyValue('--vscode-editor-background'));
      const own = colour(getComputedStyle(element).backgroundColor);
      return own[3] === 1 ? own : over(own, behind(element.parentElement));
    };
    const faint: string[] = [];
    for (const element of body.querySelectorAll('.canvas *, .inspector *, .palette *, .problems *, .toolbar *')) {
      const words = [...element.childNodes]
        .filter((node) => node.nodeType === 3)
        .map((node) => node.textContent?.trim())
        .join('');
      const box = element.getBoundingClientRect();
      if (!words || box.width === 0 || element.closest('.visually-hidden, [disabled], [aria-disabled="true"]'))
        continue;
      const style = getComputedStyle(element);
      if (style.visibility === 'hidden') continue;
      const back = behind(element);
      const [light, dark] = [luminance(over(colour(style.color), back)), luminance(back)].sort((a, b) => b - a);
      const ratio = ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
      if (ratio < 4.5) faint.push(`${ratio.toFixed(2)} ${words.slice(0, 40)} (${element.className})`);
    }
    return [...new Set(faint)];
  });

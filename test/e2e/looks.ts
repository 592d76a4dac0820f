import type { Frame } from 'playwright-core';

/** What nobody should see in a page: words that are cut without a sign of it, and steps that lie over each other. */
export const flawsIn = (frame: Frame): Promise<string[]> =>
  frame.evaluate(() => {
    const flaws: string[] = [];
    const wordsOf = (element: Element) =>
      [...element.childNodes]
        .flatMap((node) => (node.nodeType === 3 ? [node.textContent?.trim() ?? ''] : []))
        .join(' ')
        .trim();
    const shown = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const words = wordsOf(element);
      const style = getComputedStyle(element);
      if (words === '' || !shown(element) || element.closest('.visually-hidden, svg') || style.clipPath !== 'none')
        continue;
      const cut = style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
      const scrolls = /auto|scroll/.test(style.overflowX);
      if (cut && !scrolls && style.textOverflow !== 'ellipsis' && style.webkitLineClamp === 'none')
        flaws.push(`cut: ${words.slice(0, 60)} (${element.className})`);
      // Words that stick out of the box that is drawn around them.
      const box = element.closest<HTMLElement>('button, .face, .pill, .badge, .card, td, th, [role="tab"]');
      const [inner, outer] = [element.getBoundingClientRect(), box?.getBoundingClientRect()];
      if (box && outer && box !== element && (inner.right > outer.right + 2 || inner.bottom > outer.bottom + 2))
        flaws.push(`sticks out: ${words.slice(0, 60)} (${element.className} of ${box.className})`);
    }
    const steps = [...document.querySelectorAll('.canvas :is([data-step], [data-terminal])')].filter(shown);
    const boxes = steps.map((step) => ({
      name: step.getAttribute('data-step') ?? step.getAttribute('data-terminal'),
      box: step.getBoundingClientRect(),
    }));
    for (const [index, { name, box: a }] of boxes.entries())
      for (const { name: other, box: b } of boxes.slice(index + 1))
        if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
          flaws.push(`one over the other: ${name}, ${other}`);
    return [...new Set(flaws)];
  });

/** What is drawn is coloured as the style sheet says for an element of that class: themes and forced colours included. */
export const COLOURS = [
  ...(['text', 'quiet', 'line', 'ground', 'band', 'done', 'failed', 'running', 'waiting'] as const),
  ...(['latch', 'many', 'spend', 'cap', 'unknown'] as const),
];
export type Colours = Readonly<Record<(typeof COLOURS)[number], string>> & { readonly font: string };

/** Reads them from the probes that stand in this element. */
export function coloursIn(probes: HTMLElement): Colours {
  const read = (name: string): string => {
    const probe = probes.querySelector(`[data-colour="${name}"]`);
    return probe === null ? 'currentColor' : getComputedStyle(probe).color;
  };
  const { fontFamily } = getComputedStyle(document.body);
  const entries = COLOURS.map((name) => [name, read(name)] as const);
  return { ...(Object.fromEntries(entries) as Record<(typeof COLOURS)[number], string>), font: `11px ${fontFamily}` };
}

/** Calls whenever the theme may be another one; gives what ends that. */
export function onThemeChange(call: () => void): () => void {
  const observer = new MutationObserver(call);
  for (const element of [document.documentElement, document.body])
    observer.observe(element, { attributes: true, attributeFilter: ['class', 'style'] });
  const forced = matchMedia('(forced-colors: active)');
  forced.addEventListener('change', call);
  return () => {
    observer.disconnect();
    forced.removeEventListener('change', call);
  };
}

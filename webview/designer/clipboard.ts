import { useEffect } from 'react';
import { fragmentOf, fragmentText, readFragment } from '../../engine/flow/fragment';
import { actsTexts } from './acts/actsTexts';
import type { Situation } from './acts/situation';
import { stepsOf } from './acts/situation';
import { carryOut, situationOf } from './commands';
import type { Designer } from './designer';
import { inFlow } from './focus';
import { planDelete } from './gestures';
import { texts } from './texts';

/**
 * Steps on the system's own clipboard, as text.
 *
 * R1 Focus decides: in a field, a list or where words are selected, copying and pasting are those of the words.
 * R2 The browser's own events come first. Where a key brings none, the clipboard is asked directly.
 * R3 Cutting deletes only what is on the clipboard by then.
 */
export function useClipboard(designer: Designer): void {
  useEffect(() => {
    let asked: ReturnType<typeof setTimeout> | undefined;
    let answered = Number.NEGATIVE_INFINITY;
    const mine = (event: Event) => !event.defaultPrevented && aboutFlow(event.target);
    /** False where the same key was answered already without its event. */
    const arrived = (event: Event): boolean => {
      clearTimeout(asked);
      event.preventDefault();
      event.stopPropagation();
      return event.timeStamp - answered > LATE;
    };
    const onCopy = (event: ClipboardEvent) => {
      if (!mine(event) || !arrived(event)) return;
      const text = event.type === 'cut' ? cutting(designer) : copying(designer);
      if (text !== null) event.clipboardData?.setData('text/plain', text);
      if (text !== null && event.type === 'cut') cutOut(designer);
    };
    const onPaste = (event: ClipboardEvent) => {
      if (mine(event) && arrived(event)) pasteText(designer, event.clipboardData?.getData('text/plain') ?? '');
    };
    // Without this a host that copies by command believes that there is nothing to copy.
    const onBefore = (event: Event) => {
      if (mine(event)) event.preventDefault();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const act = clipboardKey(event);
      if (act === undefined || !mine(event)) return;
      clearTimeout(asked);
      asked = setTimeout(() => {
        answered = performance.now();
        act(designer);
      }, PATIENCE);
    };
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener('copy', onCopy, { signal });
    document.addEventListener('cut', onCopy, { signal });
    document.addEventListener('paste', onPaste, { signal });
    for (const type of ['beforecopy', 'beforecut', 'beforepaste'])
      document.addEventListener(type, onBefore, { signal });
    document.addEventListener('keydown', onKeyDown, { signal });
    return () => {
      clearTimeout(asked);
      listening.abort();
    };
  }, [designer]);
}

/** How long a key waits for its clipboard event, and how much later that event is not taken for another one, in ms. */
const PATIENCE = 250;
const LATE = 1000;

function clipboardKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) {
  if (!(ctrlKey || metaKey) || shiftKey || altKey) return undefined;
  switch (key.toLowerCase()) {
    case 'c':
      return copySelection;
    case 'x':
      return cutSelection;
    case 'v':
      return (designer: Designer) => void pasteClipboard(designer);
    default:
      return undefined;
  }
}

/** R1: of the flow are the canvas, the outline, and nowhere, unless words are selected. */
const aboutFlow = (target: EventTarget | null): boolean => inFlow(target) && (getSelection()?.isCollapsed ?? true);

export const whyNotCopied = (now: Situation): string | null =>
  stepsOf(now).length === 0 ? actsTexts.why.noSteps : null;

/** Copies without an event, as from a menu. */
export function copySelection(designer: Designer): void {
  const text = copying(designer, false);
  if (text !== null) void write(designer, text, () => sayCopied(designer));
}

export function cutSelection(designer: Designer): void {
  const text = cutting(designer);
  if (text !== null) void write(designer, text, () => cutOut(designer));
}

export async function pasteClipboard(designer: Designer, position?: readonly [number, number]): Promise<void> {
  try {
    pasteText(designer, await navigator.clipboard.readText(), position);
  } catch {
    designer.say(actsTexts.why.notRead);
  }
}

/** Pastes the steps that a text holds, or says that it holds none. */
function pasteText(designer: Designer, text: string, position?: readonly [number, number]): void {
  const fragment = readFragment(text);
  if (fragment === null) {
    designer.say(actsTexts.why.notPastable);
    return;
  }
  const count = Object.keys(fragment.steps).length;
  carryOut(designer, {
    ok: true,
    edit: { type: 'paste', fragment, ...(position ? { position } : {}) },
    said: actsTexts.said.pasted(count),
  });
}

async function write(designer: Designer, text: string, done: () => void): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    done();
  } catch {
    designer.say(actsTexts.why.notWritten);
  }
}

/** The selected steps and whole loops as text; null, and the reason said, where there are none. */
function copying(designer: Designer, say = true): string | null {
  const now = situationOf(designer);
  if (!now) return null;
  const why = whyNotCopied(now);
  if (why !== null) {
    designer.say(why);
    return null;
  }
  if (say) sayCopied(designer);
  return fragmentText(fragmentOf(now.scene.flow, stepsOf(now)));
}

function cutting(designer: Designer): string | null {
  const locked = designer.store.get().scene?.locked ?? null;
  if (locked === null) return copying(designer, false);
  designer.say(texts.said.readOnly(locked));
  return null;
}

function cutOut(designer: Designer): void {
  const now = situationOf(designer);
  if (!now) return;
  const steps = stepsOf(now);
  const plan = planDelete(now.scene, steps);
  carryOut(designer, plan.ok ? { ...plan, said: actsTexts.said.cut(steps.length) } : plan);
}

function sayCopied(designer: Designer): void {
  const now = situationOf(designer);
  if (now) designer.say(actsTexts.said.copied(stepsOf(now).length));
}

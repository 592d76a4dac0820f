import './menu.css';
import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { ActId } from '../acts/acts';
import { actOf } from '../acts/acts';
import { chordAria, chordText } from '../acts/chord';
import { chordOf } from '../acts/keys';
import type { Situation } from '../acts/situation';
import type { MenuPlace } from '../designer';
import { useDesigner, useDesignerState, useScene } from '../designer';
import { focusCanvas } from '../focus';
import { Icon } from '../icons';
import { selectedOf } from '../selection';
import { entriesFor } from './entries';
import { menuTexts } from './menuTexts';

/** Kept free below the menu: a reason may come up there, and nothing shall move under the pointer then. */
const REASON_HEIGHT = 64;

/** The menu of a step, a route, a loop or the flow. What cannot be done now stays in it and says why. */
export function ContextMenu(): ReactNode {
  const place = useDesignerState((state) => state.menu);
  return place ? <OpenMenu key={`${place.key} ${place.x} ${place.y}`} place={place} /> : null;
}

function OpenMenu({ place }: { readonly place: MenuPlace }): ReactNode {
  const designer = useDesigner();
  const scene = useScene();
  const selection = useDesignerState((state) => state.selection);
  const collapsed = useDesignerState((state) => state.collapsed);
  const outline = useDesignerState((state) => state.outlineOpen);
  const now: Situation = { scene, selection, collapsed, outline };
  const groups = entriesFor(scene, place.key);
  const ids = groups.flat();
  const [at, setAt] = useState(0);
  const menu = useRef<HTMLDivElement>(null);
  const note = useId();
  const pointed = ids[at];
  const reason = pointed === undefined ? null : actOf(pointed).why(now);

  useLayoutEffect(() => {
    const { current } = menu;
    if (!current) return;
    // Not over the edge of the window: the menu is moved in.
    const box = current.getBoundingClientRect();
    current.style.left = `${Math.max(4, Math.min(place.x, innerWidth - box.width - 4))}px`;
    const reasons = current.querySelector('.menu-why:not([hidden])') ? 0 : REASON_HEIGHT;
    current.style.top = `${Math.max(4, Math.min(place.y, innerHeight - box.height - reasons - 4))}px`;
  }, [place]);
  useEffect(() => menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]')[at]?.focus(), [at]);
  useEffect(() => {
    const away = (event: Event) => {
      if (!(event.target instanceof Node && menu.current?.contains(event.target))) designer.store.set({ menu: null });
    };
    document.addEventListener('pointerdown', away, true);
    window.addEventListener('blur', away);
    return () => {
      document.removeEventListener('pointerdown', away, true);
      window.removeEventListener('blur', away);
    };
  }, [designer]);

  const close = () => {
    designer.store.set({ menu: null });
    focusCanvas(designer);
  };
  const choose = (id: ActId) => {
    if (actOf(id).why(now) !== null) return;
    close();
    actOf(id).run(designer, place);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = target(
      event.key,
      at,
      ids.map((id) => actOf(id).name(now)),
    );
    if (to !== undefined) setAt(to);
    else if ((event.key === 'Enter' || event.key === ' ') && pointed !== undefined) choose(pointed);
    else if (event.key === 'Escape' || event.key === 'Tab') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={menu}
      className="menu"
      role="menu"
      aria-label={nameOf(place, selection)}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      {groups.map((group, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of menu items, not of form fields.
        <div key={group.join()} role="group" className="menu-group" data-first={index === 0}>
          {group.map((id) => {
            const act = actOf(id);
            const cannot = act.why(now) !== null;
            const chord = chordOf(id);
            return (
              <button
                key={id}
                type="button"
                role="menuitem"
                className="menu-item"
                data-act={id}
                tabIndex={pointed === id ? 0 : -1}
                aria-disabled={cannot}
                aria-describedby={cannot && pointed === id ? note : undefined}
                aria-keyshortcuts={chord === undefined ? undefined : chordAria(chord)}
                onPointerMove={() => setAt(ids.indexOf(id))}
                onClick={() => choose(id)}
              >
                <Icon name={act.icon} />
                <span className="menu-name">{act.name(now)}</span>
                {chord !== undefined && (
                  <span className="menu-key" aria-hidden="true">
                    {chordText(chord)}
                  </span>
                )}
              </button>
            );
          })}
        </div>
      ))}
      <p id={note} className="menu-why" role="note" hidden={reason === null}>
        {reason}
      </p>
    </div>
  );
}

/** Where a key leads in the list; undefined where it is none of the list's. */
function target(key: string, at: number, names: readonly string[]): number | undefined {
  const last = names.length - 1;
  switch (key) {
    case 'ArrowDown':
      return at === last ? 0 : at + 1;
    case 'ArrowUp':
      return at === 0 ? last : at - 1;
    case 'Home':
      return 0;
    case 'End':
      return last;
    default: {
      if (key.length !== 1 || key === ' ') return undefined;
      const begins = (index: number) => names[index]?.toLowerCase().startsWith(key.toLowerCase()) ?? false;
      const round = names.map((_, index) => (at + 1 + index) % names.length);
      return round.find(begins) ?? at;
    }
  }
}

function nameOf({ key }: MenuPlace, selection: readonly string[]): string {
  if (key === null) return menuTexts.flow;
  if (selection.length > 1) return menuTexts.several(selection.length);
  const { type, id } = selectedOf(key);
  switch (type) {
    case 'step':
      return menuTexts.step(id);
    case 'loop':
      return menuTexts.loop(id);
    case 'route':
      return menuTexts.route;
  }
}

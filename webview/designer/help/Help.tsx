import './help.css';
import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { IconButton } from '../../controls/IconButton';
import { chordText } from '../acts/chord';
import { KEYS } from '../acts/keyTable';
import { useDesigner, useDesignerState } from '../designer';
import { focusCanvas } from '../focus';
import { Icon } from '../icons';
import { helpTexts } from './helpTexts';

/** Every key of the designer, over everything, until Escape. */
export function Help(): ReactNode {
  return useDesignerState((state) => state.help) ? <OpenHelp /> : null;
}

function OpenHelp(): ReactNode {
  const designer = useDesigner();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.focus(), []);
  const close = () => {
    designer.store.set({ help: false });
    focusCanvas(designer);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.key === '?') close();
    else if (event.key === 'Tab') keepInside(event);
    else if (!['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'Enter', ' '].includes(event.key)) return;
    if (event.key === 'Escape' || event.key === '?') event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      className="help-shade"
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      <div className="help" role="dialog" aria-modal="true" aria-label={helpTexts.title} onKeyDown={onKeyDown}>
        <div className="help-head">
          <h2>{helpTexts.title}</h2>
          <IconButton icon={<Icon name="close" />} name={helpTexts.close} onPress={close} />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by key. */}
        <div ref={list} className="help-keys" tabIndex={0} role="document" aria-label={helpTexts.title}>
          {KEYS.map(({ title, rows }) => (
            <section key={title}>
              <h3>{title}</h3>
              <dl>
                {rows.map(({ id, chords, does }) => (
                  <div key={id}>
                    <dt>
                      {chords.map((chord) => (
                        <kbd key={chord}>{chordText(chord)}</kbd>
                      ))}
                      {chords.length === 0 && <kbd>{helpTexts.letter}</kbd>}
                    </dt>
                    <dd>{does}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
          <p>{helpTexts.mouse}</p>
        </div>
      </div>
    </div>
  );
}

/** Between the list and its one button. */
function keepInside(event: KeyboardEvent): void {
  const dialog = event.currentTarget;
  const stops = [...dialog.querySelectorAll<HTMLElement>('button, [tabindex="0"]')];
  const index = stops.findIndex((stop) => stop.contains(document.activeElement));
  stops[(index + 1) % stops.length]?.focus();
  event.preventDefault();
}

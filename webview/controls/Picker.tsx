import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { onceLeft } from './textInput';

export interface PickItem {
  readonly key: string;
  readonly text: string;
  readonly detail?: string;
  readonly icon?: ReactNode;
  /** A heading that it stands under, with those before and behind it that have the same. */
  readonly group?: string;
  /** Why it cannot be chosen now. */
  readonly forbidden?: string;
}

interface PickerProps {
  readonly name: string;
  readonly items: readonly PickItem[];
  readonly nothing: string;
  readonly onPick: (key: string) => void;
  readonly onLeave: () => void;
  /** Called with what would be chosen now. */
  readonly onPoint?: (key: string | null) => void;
}

/** Without a heading of its own the first of a group shows it. */
const headingOf = (items: readonly PickItem[], position: number): string | undefined => {
  const group = items[position]?.group;
  return group === items[position - 1]?.group ? undefined : group;
};

/** A list to choose from by typing and arrows, as VS Code's own quick pick. Escape leaves it. */
export function Picker({ name, items, nothing, onPick, onLeave, onPoint }: PickerProps): ReactNode {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const wanted = text.trim().toLowerCase();
  const shown = items.filter((item) => `${item.text} ${item.detail ?? ''}`.toLowerCase().includes(wanted));
  const index = Math.min(at, shown.length - 1);
  const pointed = shown[index];

  useEffect(() => input.current?.focus(), []);
  useEffect(() => onPoint?.(pointed?.key ?? null), [pointed?.key, onPoint]);

  const pick = (item: PickItem | undefined) => {
    if (item && item.forbidden === undefined) onPick(item.key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by !== 0 && shown.length > 0) setAt((index + by + shown.length) % shown.length);
    else if (event.key === 'Enter') pick(pointed);
    else if (event.key === 'Escape' || event.key === 'Tab') onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className="picker" role="dialog" aria-label={name}>
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={name}
        aria-expanded="true"
        aria-controls={`${id}list`}
        aria-activedescendant={pointed ? `${id}${index}` : undefined}
        aria-autocomplete="list"
        placeholder={name}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        onBlur={(event) => onceLeft(event, onLeave)}
      />
      <div className="picker-list" role="listbox" id={`${id}list`} aria-label={name}>
        {shown.map((item, position) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the input that keeps the focus.
          // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus and points at its option.
          <div
            key={item.key}
            id={`${id}${position}`}
            role="option"
            className="pick"
            data-pick={item.key}
            aria-selected={position === index}
            aria-disabled={item.forbidden !== undefined}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(item)}
          >
            {item.icon}
            <span className="pick-text">{item.text}</span>
            <span className="pick-detail">{item.forbidden ?? item.detail}</span>
            {headingOf(shown, position) && (
              <span className="pick-group" aria-hidden="true">
                {headingOf(shown, position)}
              </span>
            )}
          </div>
        ))}
        {shown.length === 0 && <p className="pick-none">{nothing}</p>}
      </div>
    </div>
  );
}

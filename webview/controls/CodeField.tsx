import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { t } from '../l10n';
import type { FieldText } from './fieldParts';
import { FieldFrame, spoken } from './fieldParts';
import type { Typing } from './textInput';
import { blurCommits, typingKeys } from './textInput';

export interface Completing {
  /** What fits behind the text that stands before the caret, and where in it that begins. */
  readonly complete: (before: string) => { readonly from: number; readonly items: readonly string[] };
}

interface CodeFieldProps extends FieldText, Typing, Completing {
  readonly rows?: number;
}

/**
 * A short text of code. Names that fit are offered below: while typing, or by Ctrl+Space; arrows choose one, Enter or a
 * click takes it. Escape puts them away, and only then drops what was typed.
 */
export function CodeField(props: CodeFieldProps): ReactNode {
  const id = useId();
  const ref = useRef<HTMLTextAreaElement>(null);
  const [offer, setOffer] = useState<Offer | null>(null);
  const { focus, complete } = props;
  useEffect(() => {
    if (focus) ref.current?.focus();
  }, [focus]);

  const look = (text: string, caret: number, asked: boolean) => {
    const { from, items } = complete(text.slice(0, caret));
    const worth = items.length > 0 && (asked || caret > from || text[caret - 1] === '.');
    setOffer(worth ? { from, to: caret, items, at: -1 } : null);
  };
  const take = (item: string) => {
    if (!offer) return;
    ref.current?.focus();
    ref.current?.setSelectionRange(offer.from, offer.to);
    // As if it were typed, so that the field's own undo knows of it.
    document.execCommand('insertText', false, item);
    setOffer(null);
  };
  const onKey = (event: KeyboardEvent): boolean => {
    if (event.key === ' ' && event.ctrlKey) {
      look(props.value, ref.current?.selectionStart ?? props.value.length, true);
      return true;
    }
    if (!offer) return props.onKey?.(event) ?? false;
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by !== 0 && !event.altKey) {
      const count = offer.items.length;
      setOffer({ ...offer, at: offer.at < 0 && by < 0 ? count - 1 : (offer.at + by + count) % count });
      return true;
    }
    const item = offer.items[offer.at];
    if ((event.key === 'Enter' || event.key === 'Tab') && item !== undefined && !event.ctrlKey) {
      take(item);
      return true;
    }
    if (event.key !== 'Escape') return false;
    setOffer(null);
    return true;
  };
  return (
    <FieldFrame {...props} id={id}>
      <textarea
        {...spoken(id, props)}
        ref={ref}
        className="code"
        rows={props.rows ?? 2}
        value={props.value}
        placeholder={props.placeholder}
        spellCheck={false}
        aria-autocomplete="list"
        aria-controls={offer ? `${id}names` : undefined}
        aria-activedescendant={offer && offer.at >= 0 ? `${id}name${offer.at}` : undefined}
        onChange={(event) => {
          props.onType(event.target.value);
          look(event.target.value, event.target.selectionStart, false);
        }}
        onBlur={(event) => {
          setOffer(null);
          blurCommits(props)(event);
        }}
        onKeyDown={typingKeys({ ...props, onKey }, 'many')}
      />
      {offer && (
        <div className="names" role="listbox" id={`${id}names`} aria-label={t('Names that fit here')}>
          {offer.items.map((item, index) => (
            <button
              key={item}
              id={`${id}name${index}`}
              type="button"
              role="option"
              tabIndex={-1}
              className="name"
              aria-selected={index === offer.at}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(item)}
            >
              {item}
            </button>
          ))}
        </div>
      )}
    </FieldFrame>
  );
}

interface Offer {
  readonly from: number;
  readonly to: number;
  readonly items: readonly string[];
  /** Which is pointed at; -1: none yet. */
  readonly at: number;
}

import type { ReactNode, Ref } from 'react';

interface IconButtonProps {
  readonly icon: ReactNode;
  /** Name and tooltip. */
  readonly name: string;
  readonly onPress: () => void;
  readonly disabled?: boolean;
  /** For buttons that switch something: whether it is on. */
  readonly pressed?: boolean;
  readonly buttonRef?: Ref<HTMLButtonElement>;
  /** What it is to a row of a list, so that the focus can follow the row. */
  readonly part?: string;
}

/** A small button without words, as in VS Code's own title bars. */
export function IconButton({ icon, name, onPress, disabled, pressed, buttonRef, part }: IconButtonProps): ReactNode {
  return (
    <button
      ref={buttonRef}
      type="button"
      className="icon-button"
      aria-label={name}
      title={name}
      aria-pressed={pressed}
      disabled={disabled}
      data-part={part}
      onClick={onPress}
    >
      {icon}
    </button>
  );
}

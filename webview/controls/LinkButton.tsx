import type { ReactNode } from 'react';

interface LinkButtonProps {
  readonly children: ReactNode;
  readonly onPress: () => void;
  /** The accessible name where the visible words alone do not tell enough. */
  readonly name?: string;
  readonly disabled?: boolean;
}

/** A button of words only, for what stands beside a field. */
export function LinkButton({ children, onPress, name, disabled }: LinkButtonProps): ReactNode {
  return (
    <button type="button" className="link-button" aria-label={name} disabled={disabled} onClick={onPress}>
      {children}
    </button>
  );
}

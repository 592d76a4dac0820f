import type { ReactNode } from 'react';
import { createElement } from 'react';

interface ButtonProps {
  readonly children: ReactNode;
  readonly onPress: () => void;
  readonly primary?: boolean;
  readonly disabled?: boolean;
  readonly title?: string;
  /** The accessible name where the visible text alone does not tell enough. */
  readonly name?: string;
}

export function Button({ children, onPress, primary, disabled, title, name }: ButtonProps): ReactNode {
  return createElement(
    'vscode-button',
    {
      appearance: primary ? 'primary' : 'secondary',
      disabled: disabled ?? false,
      onClick: disabled ? undefined : onPress,
      title,
      'aria-label': name,
    } as object,
    children,
  );
}

import type { ReactNode } from 'react';
import { useFolding } from './folding';

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly hint?: string;
  /** Folded until somebody unfolds it. */
  readonly folded?: boolean;
  /** How many findings are inside: said where it is folded. */
  readonly problems?: string;
  readonly children: ReactNode;
}

/** A group of fields under a heading that folds it. */
export function Section({ id, title, hint, folded = false, problems, children }: SectionProps): ReactNode {
  const [open, setOpen] = useFolding(id, !folded);
  return (
    <details
      className="group"
      open={open}
      data-section={id}
      onToggle={({ currentTarget }) => {
        // It also tells of being drawn open.
        if (currentTarget.open !== open) setOpen(currentTarget.open);
      }}
    >
      <summary>
        <h3>{title}</h3>
        {!open && problems && <span className="group-problems">{problems}</span>}
      </summary>
      {open && (
        <div className="group-fields">
          {hint && <p className="field-hint">{hint}</p>}
          {children}
        </div>
      )}
    </details>
  );
}

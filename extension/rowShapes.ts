import type * as vscode from 'vscode';

/** Which rows of a view a person opened, folded and selected, kept in the workspace over a reload of the window. */
export interface RowShapes {
  /** As a person left it; undefined: they never touched it. */
  readonly isOpen: (id: string) => boolean | undefined;
  readonly keep: (id: string, open: boolean) => void;
  /** What was selected before the reload, until it is selected again or something else is. */
  readonly selected: () => string | undefined;
  readonly select: (id: string | undefined) => void;
  readonly forget: () => void;
}

/** The oldest are forgotten: runs come and go. */
const MOST = 400;

export function keptShapes(view: string, memory: vscode.Memento): RowShapes {
  const key = `rows.${view}`;
  const open = new Map(memory.get<readonly (readonly [string, boolean])[]>(key, []));
  let wanted = memory.get<string>(`${key}.selected`);
  return {
    isOpen: (id) => open.get(id),
    keep: (id, isOpen) => {
      open.delete(id);
      open.set(id, isOpen);
      for (const oldest of [...open.keys()].slice(0, Math.max(0, open.size - MOST))) open.delete(oldest);
      void memory.update(key, [...open]);
    },
    selected: () => wanted,
    select: (id) => {
      wanted = undefined;
      void memory.update(`${key}.selected`, id);
    },
    forget: () => {
      wanted = undefined;
    },
  };
}

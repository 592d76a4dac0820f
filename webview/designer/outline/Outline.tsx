import type { KeyboardEvent, ReactNode } from 'react';
import { useMemo } from 'react';
import { deleteSelection, focusInspector, startConnecting, wrapSelection } from '../commands';
import { useDesigner, useDesignerState, useScene } from '../designer';
import type { IconName } from '../icons';
import { Icon, kindIcon, loopIcon } from '../icons';
import { texts } from '../texts';
import type { Line } from './tree';
import { outlineOf } from './tree';

/** The same flow as a tree for those who do not point: every step, route and loop can be selected, and edited by key. */
export function Outline(): ReactNode {
  const designer = useDesigner();
  const scene = useScene();
  const selection = useDesignerState((state) => state.selection);
  const lines = useMemo(() => outlineOf(scene), [scene]);
  const current = Math.max(
    0,
    lines.findIndex((line) => selection.includes(line.key)),
  );

  const go = (line: Line | undefined) => {
    if (!line) return;
    designer.select([line.key]);
    document.querySelector<HTMLElement>(`[data-line="${CSS.escape(line.key)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      Home: 0,
      End: lines.length - 1,
    };
    const to = moves[event.key];
    if (to !== undefined) go(lines[Math.min(lines.length - 1, Math.max(0, to))]);
    else if (event.key === 'Enter') focusInspector();
    else if (event.key === 'Delete' || event.key === 'Backspace') deleteSelection(designer);
    else if (event.key === 'a' && scene.locked === null) designer.store.set({ picker: { type: 'add' } });
    else if (event.key === 'c') startConnecting(designer);
    else if (event.key === 'l') wrapSelection(designer);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <section className="outline" aria-label={texts.outline.label}>
      <h2>{texts.outline.heading}</h2>
      {lines.length === 0 && <p className="palette-hint">{texts.outline.empty}</p>}
      <div role="tree" aria-label={texts.outline.label} aria-multiselectable="true" onKeyDown={onKeyDown}>
        {lines.map((line, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the tree.
          <div
            key={line.key}
            role="treeitem"
            className={`line line-${line.type} kind-${line.type === 'step' ? kindIcon(line.kind) : ''}`}
            data-line={line.key}
            data-level={line.level}
            aria-level={line.level}
            aria-selected={selection.includes(line.key)}
            tabIndex={index === current ? 0 : -1}
            onClick={() => go(line)}
          >
            <Icon name={iconOf(line)} size={14} />
            <span className="line-text">{line.text}</span>
            <span className="line-detail">{line.detail}</span>
          </div>
        ))}
      </div>
    </section>
  );
}

function iconOf(line: Line): IconName {
  switch (line.type) {
    case 'step':
      return kindIcon(line.kind);
    case 'loop':
      return loopIcon(line.kind);
    case 'route':
      return 'route';
  }
}

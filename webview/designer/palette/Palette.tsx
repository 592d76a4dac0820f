import './palette.css';
import type { DragEvent, ReactNode } from 'react';
import { useMemo, useRef } from 'react';
import { actsTexts } from '../acts/actsTexts';
import { planWrap } from '../acts/planWrap';
import { addStep, carryOut } from '../commands';
import type { Designer } from '../designer';
import { useDesigner, useScene } from '../designer';
import { Icon, kindIcon, loopIcon } from '../icons';
import { useRoving } from '../roving';
import { texts } from '../texts';
import { dragItem } from './dragging';
import { insertTemplate } from './insertTemplate';
import type { PaletteItem } from './paletteItems';
import { paletteGroups, paletteKey } from './paletteItems';
import { paletteTexts } from './paletteTexts';

/** What can be added: steps, loops and templates, to be clicked, dragged, or chosen by key. One stop of the Tab key. */
export function Palette(): ReactNode {
  const designer = useDesigner();
  const { locked, snapshot } = useScene();
  const room = useRef<HTMLDivElement>(null);
  const roving = useRoving(room, 'column');
  const groups = useMemo(() => paletteGroups(snapshot.templates), [snapshot.templates]);
  return (
    <section className="palette" aria-label={texts.palette.label}>
      <div ref={room} role="toolbar" aria-orientation="vertical" aria-label={paletteTexts.label} {...roving}>
        {groups.map(({ title, items }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of buttons in a toolbar.
          <div key={title} role="group" aria-label={title} className="palette-group">
            <h2>{title}</h2>
            {items.map((item) => (
              <Item key={paletteKey(item)} item={item} locked={locked !== null} designer={designer} />
            ))}
          </div>
        ))}
      </div>
      <p className="palette-hint">{paletteTexts.hint}</p>
    </section>
  );
}

interface ItemProps {
  readonly item: PaletteItem;
  readonly locked: boolean;
  readonly designer: Designer;
}

function Item({ item, locked, designer }: ItemProps): ReactNode {
  const { name, does, icon, tone } = lookOf(item);
  return (
    <button
      type="button"
      className={`palette-item ${tone}`}
      data-kind={item.type === 'kind' ? item.kind : undefined}
      data-item={paletteKey(item)}
      title={`${name}: ${does}`}
      aria-disabled={locked}
      draggable={!locked}
      onDragStart={(event: DragEvent) => dragItem(event.dataTransfer, item)}
      onClick={() => press(designer, item)}
    >
      <span className="face-kind">
        <Icon name={icon} />
      </span>
      <span className="palette-words">
        <span className="palette-name">{name}</span> <span className="palette-does">{does}</span>
      </span>
    </button>
  );
}

function lookOf(item: PaletteItem) {
  switch (item.type) {
    case 'kind': {
      const { name, does } = texts.kinds[item.kind];
      return { name, does, icon: kindIcon(item.kind), tone: `kind-${item.kind}` };
    }
    case 'loop':
      return { name: texts.loop(item.loop).name, does: actsTexts.pick[item.loop], icon: loopIcon(item.loop), tone: '' };
    case 'template': {
      const { title, purpose } = item.template;
      return { name: title, does: purpose, icon: 'template', tone: '' } as const;
    }
  }
}

function press(designer: Designer, item: PaletteItem): void {
  const { scene, selection } = designer.store.get();
  switch (item.type) {
    case 'kind':
      addStep(designer, item.kind);
      return;
    case 'loop':
      if (scene) carryOut(designer, planWrap(scene, selection, item.loop));
      return;
    case 'template':
      insertTemplate(designer, item.template);
      return;
  }
}

import type { ReactNode } from 'react';
import { useRef } from 'react';
import { IconButton } from '../controls/IconButton';
import type { ActId } from './acts/acts';
import { actOf } from './acts/acts';
import { actsTexts } from './acts/actsTexts';
import { withKey } from './acts/keys';
import { useDesigner, useDesignerState, useScene } from './designer';
import type { IconName } from './icons';
import { Icon } from './icons';
import { useRoving } from './roving';
import { RunStrip } from './run/RunStrip';
import { texts } from './texts';

const GROUPS: readonly (readonly ActId[])[] = [
  ['add', 'connect', 'wrap', 'takeOut', 'align', 'duplicate', 'remove', 'tidy'],
  ['find', 'zoomOut', 'zoomIn', 'fit', 'help'],
];

/** The acts that need no menu, one stop of the Tab key, and how the run stands. */
export function Toolbar(): ReactNode {
  const designer = useDesigner();
  const scene = useScene();
  const selection = useDesignerState((state) => state.selection);
  const collapsed = useDesignerState((state) => state.collapsed);
  const outline = useDesignerState((state) => state.outlineOpen);
  const row = useRef<HTMLDivElement>(null);
  const roving = useRoving(row, 'row');
  const now = { scene, selection, collapsed, outline };
  const button = (icon: IconName, name: string, onPress: () => void, disabled = false, pressed?: boolean) => (
    <IconButton
      key={name}
      icon={<Icon name={icon} />}
      name={name}
      onPress={onPress}
      disabled={disabled}
      pressed={pressed}
    />
  );
  const act = (id: ActId) => {
    const { icon, name, why, run } = actOf(id);
    return button(icon, withKey(NAMES[id] ?? name(now), id), () => run(designer), why(now) !== null);
  };
  return (
    <div className="toolbar">
      <div ref={row} className="toolbar-row" role="toolbar" aria-label={texts.toolbar.label} {...roving}>
        <div className="tools">
          {button(
            'outline',
            withKey(texts.toolbar.outline, 'outline'),
            () => actOf('outline').run(designer),
            false,
            outline,
          )}
          {button('text', texts.toolbar.text, () => designer.host.post({ type: 'openText', path: [] }))}
        </div>
        <div className="tools">
          {button('undo', texts.toolbar.undo, () => designer.host.post({ type: 'undo' }))}
          {button('redo', texts.toolbar.redo, () => designer.host.post({ type: 'redo' }))}
        </div>
        {GROUPS.map((ids) => (
          <div key={ids.join()} className="tools">
            {ids.map(act)}
          </div>
        ))}
      </div>
      <RunStrip />
    </div>
  );
}

/** Names that tell more than a menu's do, where nothing around the button says what it is about. */
const NAMES: Readonly<Partial<Record<ActId, string>>> = actsTexts.alone;

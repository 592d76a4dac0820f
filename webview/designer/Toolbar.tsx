import type { ReactNode } from 'react';
import { IconButton } from '../controls/IconButton';
import { deleteSelection, wrapSelection } from './commands';
import { useDesigner, useDesignerState, useScene } from './designer';
import type { IconName } from './icons';
import { Icon } from './icons';
import { RunStrip } from './run/RunStrip';
import { texts } from './texts';

export function Toolbar(): ReactNode {
  const designer = useDesigner();
  const { locked } = useScene();
  const camera = useDesignerState((state) => state.camera);
  const outline = useDesignerState((state) => state.outlineOpen);
  const some = useDesignerState((state) => state.selection.length > 0);
  const button = (icon: IconName, name: string, onPress: () => void, disabled = false, pressed?: boolean) => (
    <IconButton icon={<Icon name={icon} />} name={name} onPress={onPress} disabled={disabled} pressed={pressed} />
  );
  const editing = locked !== null;
  return (
    <div className="toolbar" role="toolbar" aria-label={texts.toolbar.label}>
      <div className="tools">
        {button('outline', texts.toolbar.outline, () => designer.store.set({ outlineOpen: !outline }), false, outline)}
        {button('text', texts.toolbar.text, () => designer.host.post({ type: 'openText', path: [] }))}
      </div>
      <div className="tools">
        {button('undo', texts.toolbar.undo, () => designer.host.post({ type: 'undo' }))}
        {button('redo', texts.toolbar.redo, () => designer.host.post({ type: 'redo' }))}
      </div>
      <div className="tools">
        {button('loop', texts.toolbar.wrap, () => wrapSelection(designer), editing || !some)}
        {button('remove', texts.toolbar.remove, () => deleteSelection(designer), editing || !some)}
        {button('tidy', texts.toolbar.tidy, () => designer.edit({ type: 'tidy' }, texts.said.tidied), editing)}
      </div>
      <div className="tools">
        {button('find', texts.toolbar.find, () => designer.store.set({ picker: { type: 'find' } }), !camera)}
        {button('zoomOut', texts.toolbar.zoomOut, () => camera?.zoomOut(), !camera)}
        {button('zoomIn', texts.toolbar.zoomIn, () => camera?.zoomIn(), !camera)}
        {button('fit', texts.toolbar.fit, () => camera?.fit(), !camera)}
      </div>
      <RunStrip />
    </div>
  );
}

import './focus.css';
import type { ReactNode } from 'react';
import { Banner } from './Banner';
import { Canvas } from './canvas/Canvas';
import { useClipboard } from './clipboard';
import { useHeld } from './debug/useHeld';
import { useDesigner, useDesignerState } from './designer';
import { Dock } from './dock/Dock';
import { Help } from './help/Help';
import { Inspector } from './inspector/Inspector';
import { useKeys } from './keys';
import { ContextMenu } from './menu/ContextMenu';
import { useContextMenu } from './menu/useContextMenu';
import { Outline } from './outline/Outline';
import { Pickers } from './Pickers';
import { Palette } from './palette/Palette';
import { Start } from './Start';
import { Toolbar } from './Toolbar';

export function App(): ReactNode {
  const designer = useDesigner();
  useKeys(designer);
  useClipboard(designer);
  useHeld(designer);
  const onContextMenu = useContextMenu(designer);
  const ready = useDesignerState((state) => state.scene !== null);
  const nothing = useDesignerState((state) => (state.scene?.graph.steps.length ?? 0) === 0);
  const unread = useDesignerState(
    (state) => state.scene?.snapshot.flow === null && state.scene.snapshot.broken !== null,
  );
  const outline = useDesignerState((state) => state.outlineOpen);
  const name = useDesignerState((state) => state.scene?.snapshot.document.name ?? '');
  return (
    <>
      {ready && (
        <div className="app">
          <header>
            <h1 className="visually-hidden">{name}</h1>
            <Toolbar />
          </header>
          <Banner />
          <div className="rooms">
            <nav className="side">
              <Palette />
            </nav>
            <main className="stage" onContextMenu={onContextMenu}>
              {unread ? null : nothing ? <Start /> : outline ? <Outline /> : <Canvas />}
              <Pickers />
              <Toast />
              <ContextMenu />
            </main>
            {!unread && <Inspector />}
          </div>
          <Dock />
          <Help />
        </div>
      )}
      <Voice />
    </>
  );
}

/** Says what happened, once each time, also where the same sentence is said again. */
function Voice(): ReactNode {
  const said = useDesignerState((state) => state.said);
  return (
    <div className="visually-hidden" role="status" aria-live="polite" data-said={said.text}>
      {said.text}
      {said.count % 2 === 1 ? '\u00a0' : ''}
    </div>
  );
}

/** The same for those who see it: over the canvas, where it covers no problem. */
function Toast(): ReactNode {
  const said = useDesignerState((state) => state.said);
  if (said.text === '') return null;
  return (
    <div className="toast" key={said.count} aria-hidden="true">
      {said.text}
    </div>
  );
}

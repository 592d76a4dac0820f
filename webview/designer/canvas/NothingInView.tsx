import type { ReactNode } from 'react';
import { useCallback } from 'react';
import type { ReactFlowState } from 'reactflow';
import { Panel, useStore } from 'reactflow';
import type { Box, Layout } from '../../../engine/flow/layout';
import { Button } from '../../controls/Button';
import { useDesigner } from '../designer';
import { loopTexts } from './loopTexts';

/** Where a change has left nothing in view, a person may ask for the flow; the camera does not move by itself. */
export function NothingInView({ layout }: { readonly layout: Layout }): ReactNode {
  const designer = useDesigner();
  const empty = useStore(
    useCallback(
      ({ transform: [x, y, zoom], width, height }: ReactFlowState) => {
        if (width === 0 || height === 0) return false;
        const view = { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom };
        return ![Object.values(layout.steps), Object.values(layout.loops), layout.terminals].some((boxes) =>
          boxes.some((box) => meets(box, view)),
        );
      },
      [layout],
    ),
  );
  if (!empty) return null;
  return (
    <Panel position="top-center" className="nothing-in-view">
      <span role="status">{loopTexts.nothingInView}</span>
      <Button onPress={() => designer.store.get().camera?.fit()}>{loopTexts.fit}</Button>
    </Panel>
  );
}

const meets = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

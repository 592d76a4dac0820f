import type { ReactNode } from 'react';
import { useCallback, useMemo } from 'react';
import { Picker } from '../controls/Picker';
import { actsTexts } from './acts/actsTexts';
import { focusCanvas } from './commands';
import type { Picking } from './designer';
import { useDesigner, useDesignerState, useScene } from './designer';
import { picksOf } from './picks';
import { problemsTexts } from './problems/problemsTexts';
import { RenameBox } from './RenameBox';
import type { Scene } from './scene';
import { selectedOf } from './selection';
import { texts } from './texts';

/** The lists that come up by key: what to add, targets to connect to, kinds of loop, ways to align, steps to find. */
export function Pickers(): ReactNode {
  const picking = useDesignerState((state) => state.picker);
  return picking ? <OpenPicker key={JSON.stringify(picking)} picking={picking} /> : null;
}

function OpenPicker({ picking }: { readonly picking: Picking }): ReactNode {
  const designer = useDesigner();
  const scene = useScene();
  const selection = useDesignerState((state) => state.selection);
  const leave = useCallback(() => {
    // A list that has lost the focus hears of it late: by then it may be gone, and the focus elsewhere.
    if (designer.store.get().picker !== picking) return;
    designer.store.set({ picker: null, connecting: null });
    focusCanvas(designer);
  }, [designer, picking]);
  const picks = useMemo(() => picksOf(picking, scene, selection), [picking, scene, selection]);
  if (picking.type === 'rename') return <RenameBox name={picking.key} onLeave={leave} />;
  const pick = (key: string) => {
    leave();
    picks.find((each) => each.key === key)?.choose(designer);
  };
  return (
    <Picker name={nameOf(picking, scene)} items={picks} nothing={texts.picker.none} onPick={pick} onLeave={leave} />
  );
}

function nameOf(picking: Picking, { graph }: Scene): string {
  switch (picking.type) {
    case 'add':
      return texts.picker.add;
    case 'connect': {
      const { type, id } = selectedOf(picking.from);
      return type === 'loop' ? actsTexts.pick.running(id) : texts.picker.connect(id);
    }
    case 'reconnect': {
      const route = graph.routes.find((item) => item.id === picking.route);
      return actsTexts.pick.reconnect(route?.from ?? '', route?.to ?? '');
    }
    case 'wrap':
      return actsTexts.pick.wrap;
    case 'align':
      return actsTexts.align.title;
    case 'rename':
      return actsTexts.pick.rename(selectedOf(picking.key).id);
    case 'find':
      return texts.picker.find;
    case 'fixes':
      return problemsTexts.pick;
  }
}

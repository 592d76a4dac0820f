import type { ReactNode } from 'react';
import { useCallback, useMemo } from 'react';
import { STEP_KINDS, TERMINALS } from '../../engine/flow/names';
import type { PickItem } from '../controls/Picker';
import { Picker } from '../controls/Picker';
import { planConnect } from './canvas/connect';
import { verdictFrom } from './canvas/connectable';
import { carryOut, focusCanvas, goToStep } from './commands';
import type { Picking } from './designer';
import { useDesigner, useDesignerState, useScene } from './designer';
import { planAdd } from './gestures';
import { Icon, kindIcon } from './icons';
import { texts } from './texts';

/** The lists that come up by key: kinds to add, targets to connect to, steps to find. */
export function Pickers(): ReactNode {
  const picking = useDesignerState((state) => state.picker);
  return picking ? <OpenPicker key={JSON.stringify(picking)} picking={picking} /> : null;
}

function OpenPicker({ picking }: { readonly picking: Picking }): ReactNode {
  const designer = useDesigner();
  const scene = useScene();
  const leave = useCallback(() => {
    designer.store.set({ picker: null, connecting: null });
    focusCanvas(designer);
  }, [designer]);
  const items = useMemo(() => itemsOf(picking, scene), [picking, scene]);
  const pick = (key: string) => {
    const { selection } = designer.store.get();
    leave();
    switch (picking.type) {
      case 'add':
        carryOut(designer, planAdd(scene, key, selection, { after: picking.after, position: picking.position }));
        return;
      case 'connect':
        designer.edit(planConnect(scene, picking.from, 'main', key), texts.said.connected(picking.from, key));
        return;
      case 'find':
        goToStep(designer, key);
        return;
    }
  };
  return <Picker name={nameOf(picking)} items={items} nothing={texts.picker.none} onPick={pick} onLeave={leave} />;
}

function nameOf(picking: Picking): string {
  switch (picking.type) {
    case 'add':
      return texts.picker.add;
    case 'connect':
      return texts.picker.connect(picking.from);
    case 'find':
      return texts.picker.find;
  }
}

function itemsOf(picking: Picking, scene: ReturnType<typeof useScene>): readonly PickItem[] {
  const kind = (id: string) => scene.graph.steps.find((step) => step.id === id);
  const step = (id: string): PickItem => {
    const found = kind(id);
    const title = found?.title ?? id;
    return {
      key: id,
      text: title,
      detail: title === id ? texts.kind(found?.kind ?? '') : id,
      icon: <Icon name={kindIcon(found?.kind ?? '')} />,
    };
  };
  switch (picking.type) {
    case 'add':
      return STEP_KINDS.map((name) => ({
        key: name,
        text: texts.kind(name),
        detail: texts.kinds[name].does,
        icon: <Icon name={kindIcon(name)} />,
      }));
    case 'find':
      return scene.order.map(step);
    case 'connect':
      return [
        ...scene.order.map(step),
        ...TERMINALS.map((target) => ({ key: target, text: texts.terminals[target] ?? target, detail: target })),
      ].map((item) => {
        const verdict = verdictFrom(scene.graph, picking.from)(item.key);
        return verdict.ok ? item : { ...item, forbidden: texts.picker.forbidden(verdict.why) };
      });
  }
}

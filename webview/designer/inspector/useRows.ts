import type { KeyboardEvent, RefObject } from 'react';
import { useEffect, useRef } from 'react';
import type { FlowEdit } from '../../../engine/flow/edit';
import type { Json, JsonPath } from '../../../engine/json';
import { at } from '../../../engine/json';
import { useDesigner, useScene } from '../designer';
import type { Scene } from '../scene';
import { onceLanded } from './landing';
import { setting, swapping } from './setting';

/** A list whose entries can be moved and removed; the focus goes with the entry. */
export interface Rows {
  /** Of the element around the rows; each row in it has `data-row`. */
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly count: number;
  /** Of the rows, with that of the row to add behind the last. */
  readonly indexes: readonly number[];
  readonly move: (index: number, by: 1 | -1) => void;
  readonly remove: (index: number) => void;
  /** Carries an edit out on the list as it is once what was typed has landed; then a row has the focus. */
  readonly act: (make: (list: readonly Json[], flow: Json) => FlowEdit | null, row: number) => void;
  /** Alt with an arrow moves the row, Alt+Delete removes it. */
  readonly keysOf: (index: number) => (event: KeyboardEvent) => boolean;
}

export function useRows(path: JsonPath): Rows {
  const designer = useDesigner();
  const scene = useScene();
  const ref = useRef<HTMLDivElement>(null);
  const wanted = useRef<Wanted | null>(null);
  const listIn = (flow: Json): readonly Json[] => {
    const list = at(flow, path);
    return Array.isArray(list) ? list : [];
  };
  useEffect(() => {
    const { current } = wanted;
    if (!current || current.before === scene) return;
    wanted.current = null;
    focusRow(ref.current, current.row, current.part);
  }, [scene]);

  const act: Rows['act'] = (make, row) => {
    const part = document.activeElement?.getAttribute('data-part') ?? null;
    onceLanded(designer, path, () => {
      const { scene: before } = designer.store.get();
      const flow = before?.flow ?? {};
      const edit = make(listIn(flow), flow);
      if (edit && designer.edit(edit)) wanted.current = { row, part, before };
    });
  };
  const move: Rows['move'] = (index, by) => act((_list, flow) => swapping(flow, path, index, index + by), index + by);
  const remove: Rows['remove'] = (index) => act((_list, flow) => setting(flow, [...path, index], undefined), index);
  const count = listIn(scene.flow).length;
  return {
    ref,
    count,
    indexes: Array.from({ length: count + 1 }, (_, index) => index),
    act,
    move,
    remove,
    keysOf: (index) => (event) => {
      if (!event.altKey || event.ctrlKey || event.metaKey) return false;
      if (event.key === 'ArrowUp') move(index, -1);
      else if (event.key === 'ArrowDown') move(index, 1);
      else if (event.key === 'Delete') remove(index);
      else return false;
      return true;
    },
  };
}

/** Which row is to have the focus once another scene than `before` is drawn. */
interface Wanted {
  readonly row: number;
  readonly part: string | null;
  readonly before: Scene | null;
}

/** The same part of the row as before, such as its button to move it; else its first field. */
function focusRow(rows: HTMLElement | null, row: number, part: string | null): void {
  const all = [...(rows?.querySelectorAll(':scope > [data-row]') ?? [])];
  const one = all[Math.min(row, all.length - 1)];
  const same = part === null ? null : one?.querySelector<HTMLButtonElement>(`[data-part="${part}"]:not(:disabled)`);
  (same ?? one?.querySelector<HTMLElement>('[data-field]'))?.focus();
}

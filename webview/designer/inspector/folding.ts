import { createStore, useStore } from '../../store';

/** What a person folded or unfolded, by id of section: remembered as long as the page is, for every thing of the kind. */
const store = createStore<Readonly<Record<string, boolean>>>({});

/** Whether a section is shown open, and the way to change that. `open`: where nobody has said. */
export function useFolding(id: string, open: boolean): readonly [boolean, (open: boolean) => void] {
  const said = useStore(store, (state) => state[id]);
  return [said ?? open, (now) => store.set({ [id]: now })];
}

import { at } from '../../../engine/json';
import { copySelection, cutSelection, pasteClipboard, whyNotCopied } from '../clipboard';
import {
  carryOut,
  deleteSelection,
  focusInspector,
  goTo,
  situationOf,
  startConnecting,
  wrapSelection,
} from '../commands';
import { breakpointName, editBreakpoint, toggleBreakpoints, whyNoBreakpoint, whyNotEdited } from '../debug/breakpoints';
import { debugTexts } from '../debug/debugTexts';
import type { Designer, MenuPlace } from '../designer';
import { focusCanvas } from '../focus';
import type { Plan } from '../gestures';
import { planDelete } from '../gestures';
import type { IconName } from '../icons';
import { issuesOf } from '../problems/fixPicks';
import { openFixes } from '../problems/problemActs';
import { problemsTexts } from '../problems/problemsTexts';
import { loopKey, selectedOf } from '../selection';
import { texts } from '../texts';
import { actsTexts } from './actsTexts';
import { planWrap, wrapChoices } from './planWrap';
import type { Situation } from './situation';
import { loopAt, loopsAround, loopsOf, routesOf, stepOf, stepsOf } from './situation';

/** One thing that can be done to the flow or its view, whether by key, button or menu. */
export interface Act {
  readonly name: (now: Situation) => string;
  readonly icon: IconName;
  /** Why it cannot be done now, for a person; null where it can. */
  readonly why: (now: Situation) => string | null;
  /** Does it, or says why not. `place`: where a menu was opened. */
  readonly run: (designer: Designer, place?: MenuPlace) => void;
}

export type ActId = keyof typeof ACTS;

const { names, why, said } = actsTexts;
/** From here on whether steps can be wrapped is found out when it is tried: a button that is only drawn asks nothing. */
const MANY_STEPS = 300;
const always = () => null;
const named = (name: string) => () => name;
const locked = ({ scene }: Situation): string | null =>
  scene.locked === null ? null : texts.said.readOnly(scene.locked);

/** An act that is one edit: what can be done is what it comes to. */
function edit(name: string, icon: IconName, plan: (now: Situation) => Plan): Act {
  return {
    name: named(name),
    icon,
    why: (now) => locked(now) ?? whyOf(plan(now)),
    run: (designer) => {
      const now = situationOf(designer);
      if (now) carryOut(designer, plan(now));
    },
  };
}
const whyOf = (plan: Plan): string | null => (plan.ok ? null : plan.why);

/** An act that changes nothing in the file. */
const view = (name: string, icon: IconName, run: Act['run'], cannot: Act['why'] = always): Act => ({
  name: named(name),
  icon,
  why: cannot,
  run: (designer, place) => {
    const now = situationOf(designer);
    const reason = now ? cannot(now) : null;
    if (reason === null) run(designer, place);
    else designer.say(reason);
  },
});
const camera = (name: string, icon: IconName, move: 'fit' | 'zoomIn' | 'zoomOut'): Act =>
  view(
    name,
    icon,
    (designer) => designer.store.get().camera?.[move](),
    ({ outline }) => (outline ? why.noCanvas : null),
  );

export const ACTS = {
  add: {
    ...view(
      names.add,
      'add',
      (designer, place) => {
        designer.store.set({ picker: { type: 'add', ...(place?.position ? { position: place.position } : {}) } });
      },
      locked,
    ),
    name: ({ scene, selection }) => {
      const [key, ...others] = selection;
      if (key === undefined || others.length > 0) return names.add;
      if (selectedOf(key).type === 'route') return names.addOnRoute;
      return stepOf(scene, key) ? names.addAfter : names.add;
    },
  },
  connect: {
    ...view(names.connect, 'route', startConnecting, (now) => {
      if (now.selection.length === 1) return locked(now);
      return locked(now) ?? (now.selection.length === 0 ? texts.said.connectNeedsStep : why.oneStep);
    }),
    name: (now) => (routesOf(now).length > 0 || loopsOf(now).length > 0 ? names.reconnect : names.connect),
  },
  wrap: {
    ...view(names.wrap, 'loop', wrapSelection),
    why: (now) => {
      const many = now.scene.order.length > MANY_STEPS && now.selection.some((key) => stepOf(now.scene, key));
      if (many) return locked(now);
      const fits = wrapChoices(now.scene, now.selection).some(({ plan }) => plan.ok);
      return locked(now) ?? (fits ? null : whyOf(planWrap(now.scene, now.selection)));
    },
  },
  takeOut: {
    ...edit(names.takeOut, 'takeOut', planTakeOut),
    name: (now) => (loopsOf(now).length > 0 ? names.unwrap : names.takeOut),
  },
  align: view(
    names.align,
    'align',
    (designer) => designer.store.set({ picker: { type: 'align' } }),
    (now) => locked(now) ?? (stepsOf(now).length < 2 ? why.two : null),
  ),
  fold: {
    ...view(names.fold, 'fold', foldSelection, (now) => (foldable(now).length > 0 ? null : why.loopsNone)),
    name: (now) => (foldable(now).some((id) => !now.collapsed.includes(id)) ? names.fold : names.unfold),
  },
  rename: view(
    names.rename,
    'rename',
    (designer) => {
      const [key] = designer.store.get().selection;
      if (key !== undefined) designer.store.set({ picker: { type: 'rename', key } });
    },
    whyNotRenamed,
  ),
  copy: view(names.copy, 'copy', copySelection, whyNotCopied),
  cut: view(names.cut, 'cut', cutSelection, (now) => locked(now) ?? whyNotCopied(now)),
  paste: view(names.paste, 'paste', (designer, place) => void pasteClipboard(designer, place?.position), locked),
  duplicate: edit(names.duplicate, 'duplicate', planDuplicate),
  remove: {
    ...view(names.remove, 'remove', deleteSelection),
    why: (now) => locked(now) ?? whyOf(planDelete(now.scene, now.selection)),
  },
  inspect: view(names.inspect, 'fields', focusInspector),
  showText: view(names.showText, 'text', (designer) => {
    const now = situationOf(designer);
    if (now) designer.host.post({ type: 'openText', path: pathOf(now) });
  }),
  breakpoint: {
    ...view(debugTexts.set, 'breakpoint', toggleBreakpoints, whyNoBreakpoint),
    name: breakpointName,
  },
  editBreakpoint: view(debugTexts.edit, 'condition', editBreakpoint, whyNotEdited),
  fixes: view(problemsTexts.act, 'warning', openFixes, ({ scene, selection }) =>
    issuesOf(scene, selection).length > 0 ? null : problemsTexts.none,
  ),
  openCalled: view(
    names.openCalled,
    'call',
    (designer) => {
      const [step] = designer.store.get().selection;
      if (step !== undefined) designer.host.post({ type: 'openCalled', step });
    },
    ({ scene, selection }) =>
      selection.length === 1 && stepOf(scene, selection[0])?.kind === 'call' ? null : why.notCall,
  ),
  selectAll: view(
    names.selectAll,
    'selectAll',
    (designer) => {
      const { scene } = designer.store.get();
      designer.select(scene?.order ?? []);
      designer.say(said.selected(scene?.order.length ?? 0));
    },
    ({ scene }) => (scene.order.length === 0 ? why.empty : null),
  ),
  find: view(names.find, 'find', (designer) => designer.store.set({ picker: { type: 'find' } })),
  tidy: edit(names.tidy, 'tidy', () => ({ ok: true, edit: { type: 'tidy' }, said: texts.said.tidied })),
  fit: camera(names.fit, 'fit', 'fit'),
  zoomIn: camera(names.zoomIn, 'zoomIn', 'zoomIn'),
  zoomOut: camera(names.zoomOut, 'zoomOut', 'zoomOut'),
  outline: {
    ...view(names.outline, 'outline', (designer) => {
      designer.store.set({ outlineOpen: !designer.store.get().outlineOpen });
      requestAnimationFrame(() => focusCanvas(designer));
    }),
    name: ({ outline }) => (outline ? names.canvas : names.outline),
  },
  help: view(names.help, 'help', (designer) => designer.store.set({ help: true })),
  exportSvg: view(names.exportSvg, 'export', (designer) => designer.host.post({ type: 'export', format: 'svg' })),
  exportMermaid: view(names.exportMermaid, 'export', (designer) =>
    designer.host.post({ type: 'export', format: 'mermaid' }),
  ),
} as const satisfies Readonly<Record<string, Act>>;

/** An act by its id, seen as any act. */
export const actOf = (id: ActId): Act => ACTS[id];

function planTakeOut(now: Situation): Plan {
  const [loop, ...others] = loopsOf(now);
  if (loop) {
    const edits = [loop, ...others].map(({ id }) => ({ type: 'removeLoop', id }) as const);
    const [edit] = edits;
    return {
      ok: true,
      edit: edit && others.length === 0 ? edit : { type: 'batch', edits },
      said: others.length === 0 ? texts.said.deletedLoop(loop.id) : said.deleted(said.loops(edits.length)),
    };
  }
  const steps = stepsOf(now);
  if (steps.length === 0) return { ok: false, why: why.noSteps };
  const ids = steps.filter((id) => loopsAround(now.scene, id).length > 0);
  if (ids.length === 0) return { ok: false, why: why.noLoop };
  return { ok: true, edit: { type: 'takeOut', ids }, said: said.takenOut(ids.length) };
}

function planDuplicate(now: Situation): Plan {
  const ids = stepsOf(now);
  if (ids.length === 0) return { ok: false, why: why.noSteps };
  return { ok: true, edit: { type: 'duplicate', ids }, said: said.duplicated(ids.length) };
}

/** The selected loops, else the innermost around each selected step. */
function foldable(now: Situation): readonly string[] {
  const loops = loopsOf(now);
  const found = loops.length > 0 ? loops : now.selection.flatMap((key) => loopAt(now.scene, key) ?? []);
  return [...new Set(found.map((loop) => loop.id))];
}

function foldSelection(designer: Designer): void {
  const now = situationOf(designer);
  if (!now) return;
  const ids = foldable(now);
  const folding = ids.some((id) => !now.collapsed.includes(id));
  for (const id of ids) {
    designer.fold(id, folding);
    designer.say(folding ? said.folded(id) : said.unfolded(id));
  }
  const [first] = ids;
  // What was selected inside is no longer drawn.
  if (first !== undefined) goTo(designer, loopKey(first));
}

function whyNotRenamed(now: Situation): string | null {
  const [key, ...others] = now.selection;
  if (key === undefined) return why.nothing;
  if (others.length > 0) return why.one;
  return selectedOf(key).type === 'route' ? why.routeName : locked(now);
}

/** Where what is selected stands in the text. */
function pathOf(now: Situation) {
  const [route] = routesOf(now);
  const [loop] = loopsOf(now);
  const step = now.selection.map((key) => stepOf(now.scene, key)).find((found) => found !== undefined);
  const path = route?.path ?? step?.path ?? loop?.path ?? [];
  return at(now.scene.flow, path) === undefined ? [] : path;
}

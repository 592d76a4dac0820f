import { STEP_KINDS, TERMINALS } from '../../engine/flow/names';
import type { PickItem } from '../controls/Picker';
import { actsTexts } from './acts/actsTexts';
import { ALIGNMENTS, planAlign } from './acts/planAlign';
import { looseSteps, planInsert } from './acts/planInsert';
import { wrapChoices } from './acts/planWrap';
import { stepOf } from './acts/situation';
import { planConnect } from './canvas/connect';
import { verdictFrom } from './canvas/connectable';
import { carryOut, goTo } from './commands';
import type { Designer, Picking } from './designer';
import type { Plan } from './gestures';
import { planAdd } from './gestures';
import { Icon, kindIcon, loopIcon } from './icons';
import { insertTemplate } from './palette/insertTemplate';
import { fixPicks } from './problems/fixPicks';
import type { Scene } from './scene';
import { selectedOf, selectedRoutes } from './selection';
import { texts } from './texts';

/** Something to choose from a list, and what choosing it does. */
export interface Pick extends PickItem {
  readonly choose: (designer: Designer) => void;
}

/** What a list offers; what cannot be chosen now says why. */
export function picksOf(picking: Picking, scene: Scene, selection: readonly string[]): readonly Pick[] {
  switch (picking.type) {
    case 'add':
      return [
        ...looseOnRoute(scene, selection),
        ...kinds((kind) => planAdd(scene, kind, selection, placeOf(picking))),
        ...loops(scene, selection, actsTexts.groups.loops),
        ...templates(scene, picking.position),
      ];
    case 'connect':
      return targets(scene, picking.from, undefined, (to) => ({
        ok: true,
        edit: planConnect(scene, picking.from, 'main', to),
        said: texts.said.connected(selectedOf(picking.from).id, to),
      }));
    case 'reconnect': {
      const { route } = picking;
      const from = scene.graph.routes.find((item) => item.id === route)?.from ?? '';
      const said = (to: string) => texts.said.connected(from, to);
      return targets(scene, from, route, (to) => ({
        ok: true,
        edit: { type: 'reconnect', route, to },
        said: said(to),
      }));
    }
    case 'wrap':
      return loops(scene, selection);
    case 'align':
      return ALIGNMENTS.map((how) => {
        const plan = planAlign({ scene, selection, collapsed: [], outline: false }, how);
        return planned({ key: how, text: actsTexts.align[how], icon: <Icon name="align" /> }, plan);
      });
    case 'find':
      return scene.order.map((id) => ({ ...stepItem(scene, id), choose: (designer) => goTo(designer, id) }));
    case 'fixes':
      return fixPicks(scene, selection);
    case 'rename':
      return [];
  }
}

const planned = (item: PickItem, plan: Plan): Pick => ({
  ...item,
  ...(plan.ok ? {} : { forbidden: plan.why }),
  choose: (designer) => void carryOut(designer, plan),
});

const placeOf = ({ after, position }: Picking & { readonly type: 'add' }) => ({
  ...(after === undefined ? {} : { after }),
  ...(position === undefined ? {} : { position }),
});

const kinds = (plan: (kind: string) => Plan): readonly Pick[] =>
  STEP_KINDS.map((kind) =>
    planned(
      {
        key: kind,
        text: texts.kind(kind),
        detail: texts.kinds[kind].does,
        icon: <Icon name={kindIcon(kind)} />,
        group: actsTexts.groups.steps,
      },
      plan(kind),
    ),
  );

const loops = (scene: Scene, selection: readonly string[], group?: string): readonly Pick[] =>
  wrapChoices(scene, selection).map(({ loop, plan }) =>
    planned(
      {
        key: `loop:${loop}`,
        text: texts.loop(loop).name,
        detail: actsTexts.pick[loop],
        icon: <Icon name={loopIcon(loop)} />,
        ...(group === undefined ? {} : { group }),
      },
      plan,
    ),
  );

const templates = ({ snapshot }: Scene, position?: readonly [number, number]): readonly Pick[] =>
  snapshot.templates.map((template) => ({
    key: `template:${template.name}`,
    text: template.title,
    detail: template.purpose,
    icon: <Icon name="template" />,
    group: actsTexts.groups.templates,
    choose: (designer) => insertTemplate(designer, template, position),
  }));

/** Where one route is selected: steps that stand alone so far can be put on it. */
function looseOnRoute(scene: Scene, selection: readonly string[]): readonly Pick[] {
  const [route] = selectedRoutes(scene.graph, selection);
  if (!route || selection.length > 1) return [];
  return looseSteps(scene).map((id) =>
    planned(
      { ...stepItem(scene, id), key: `here:${id}`, detail: actsTexts.pick.loose, group: actsTexts.groups.loose },
      planInsert(scene, id, route.id),
    ),
  );
}

function targets(scene: Scene, from: string, instead: string | undefined, plan: (to: string) => Plan): readonly Pick[] {
  const verdict = verdictFrom(scene.graph, from, instead);
  const ends = TERMINALS.map((end) => ({ key: end, text: texts.terminals[end] ?? end, detail: end }));
  return [...scene.order.map((id) => stepItem(scene, id)), ...ends].map((item) => {
    const may = verdict(item.key);
    return planned(item, may.ok ? plan(item.key) : { ok: false, why: texts.picker.forbidden(may.why) });
  });
}

function stepItem(scene: Scene, id: string): PickItem {
  const step = stepOf(scene, id);
  const title = step?.title ?? id;
  return {
    key: id,
    text: title,
    detail: title === id ? texts.kind(step?.kind ?? '') : id,
    icon: <Icon name={kindIcon(step?.kind ?? '')} />,
  };
}

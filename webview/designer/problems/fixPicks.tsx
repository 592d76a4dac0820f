import type { Issue } from '../../../engine/issue';
import type { PickItem } from '../../controls/Picker';
import type { Designer } from '../designer';
import { focusInspector } from '../focus';
import { Icon } from '../icons';
import type { Scene } from '../scene';
import { selectedLoops, selectedRoutes, selectedSteps } from '../selection';
import { issuesWithin } from './issues';
import { applyFix } from './problemActs';
import { problemsTexts } from './problemsTexts';

interface FixPick extends PickItem {
  readonly choose: (designer: Designer) => void;
}

/** What is wrong with the selection; with the whole flow where nothing is selected. */
export function issuesOf({ snapshot, graph }: Scene, selection: readonly string[]): readonly Issue[] {
  if (selection.length === 0) return snapshot.issues;
  const paths = [
    ...selectedSteps(selection).map((id) => ['steps', id]),
    ...selectedLoops(graph, selection).map((loop) => loop.path),
    ...selectedRoutes(graph, selection).map((route) => route.path),
  ];
  const found = new Set(paths.flatMap((path) => issuesWithin(snapshot.issues, path)));
  return snapshot.issues.filter((issue) => found.has(issue));
}

/** Under each problem of the selection its fix, the same for all of its kind, and the ways to where it stands. */
export const fixPicks = (scene: Scene, selection: readonly string[]): readonly FixPick[] =>
  issuesOf(scene, selection).flatMap((issue, index) => [
    ...mending(scene, issue, index),
    ...showing(issue, index, selection.length === 1),
  ]);

function mending({ snapshot, locked }: Scene, issue: Issue, index: number): readonly FixPick[] {
  const { code, fix, message, severity } = issue;
  if (!fix) return [];
  const alike = snapshot.issues.filter((other) => other.code === code && other.fix).length;
  const pick = (key: string, text: string, all: boolean): FixPick => ({
    key: `${index}:${key}`,
    text,
    detail: code,
    icon: <Icon name={severity} />,
    group: message,
    ...(locked === null ? {} : { forbidden: locked }),
    choose: (designer) => applyFix(designer, issue, all),
  });
  return [pick('fix', fix.title, false), ...(alike > 1 ? [pick('all', problemsTexts.fixAll(alike, code), true)] : [])];
}

function showing({ code, message, path }: Issue, index: number, one: boolean): readonly FixPick[] {
  const pick = (key: string, text: string, icon: 'fields' | 'text', choose: FixPick['choose']): FixPick => ({
    key: `${index}:${key}`,
    text,
    detail: code,
    icon: <Icon name={icon} />,
    group: message,
    choose,
  });
  return [
    ...(one ? [pick('fields', problemsTexts.showFields, 'fields', focusInspector)] : []),
    pick('text', problemsTexts.showText, 'text', (designer) => designer.host.post({ type: 'openText', path })),
  ];
}

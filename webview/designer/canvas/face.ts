import type { GraphStep, Route, RouteKind } from '../../../engine/flow/graph';
import type { Json } from '../../../engine/json';
import { at, isObject } from '../../../engine/json';
import { texts } from '../texts';

/** Sizes on the canvas, in its own units. They are fixed so that a flow can be placed before it is drawn. */
export const FACE_WIDTH = 216;
export const HEAD_HEIGHT = 50;
export const ROW_HEIGHT = 24;
const ROWS_PADDING = 6;

/** One named way out of a step, shown as a line of its face with its own handle. */
export interface FaceRow {
  readonly handle: string;
  readonly kind: RouteKind;
  readonly label: string;
  /** The route that leaves here, if it is drawn already. */
  readonly route: string | null;
}

/** What a step shows of itself. */
export interface Face {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  /** The one thing that matters of its kind: worker, command, question. */
  readonly detail: string;
  readonly rows: readonly FaceRow[];
  readonly height: number;
}

export function faceOf(step: GraphStep, flow: Json, leaving: readonly Route[]): Face {
  const value = at(flow, step.path);
  const rows = rowsOf(step, value, leaving);
  const height = HEAD_HEIGHT + (rows.length > 0 ? rows.length * ROW_HEIGHT + ROWS_PADDING : 0);
  return { id: step.id, kind: step.kind, title: step.title, detail: detailOf(step.kind, value), rows, height };
}

/** Handle of a route at its step: strong routes share `main`. */
export const handleOf = (route: Pick<Route, 'id' | 'from' | 'kind'>): string =>
  route.kind === 'strong' ? 'main' : route.id.slice(route.from.length + 1);

function rowsOf(step: GraphStep, value: Json | undefined, leaving: readonly Route[]): readonly FaceRow[] {
  const drawn = leaving
    .filter((route) => route.kind !== 'strong')
    .map((route) => row(route.kind, handleOf(route), route.label, route.id));
  const known = new Set(drawn.map((item) => item.handle));
  const choices = at(value, ['choices']);
  const open: readonly FaceRow[] =
    step.kind === 'ask' && Array.isArray(choices)
      ? choices.flatMap((choice: Json) =>
          typeof choice === 'string' ? [row('choice', `choice/${choice}`, choice, null)] : [],
        )
      : step.kind === 'router' && (Array.isArray(at(value, ['cases'])) || drawn.length === 0)
        ? [row('else', 'else/0', texts.canvas.els, null)]
        : [];
  return [...drawn, ...open.filter((item) => !known.has(item.handle))];
}

const row = (kind: RouteKind, handle: string, label: string, route: string | null): FaceRow => ({
  handle,
  kind,
  label,
  route,
});

function detailOf(kind: string, value: Json | undefined): string {
  const text = (key: string) => {
    const found = at(value, [key]);
    return typeof found === 'string' ? found : '';
  };
  switch (kind) {
    case 'work':
    case 'judge':
      return text('worker') || texts.canvas.noWorker;
    case 'verify':
      return commandsLine(at(value, ['commands']));
    case 'gate':
      return gateLine(at(value, ['evaluator']));
    case 'router':
      return text('worker') || routerLine(value);
    case 'ask':
      return text('question') || texts.canvas.noQuestion;
    case 'map':
      return text('step') === '' ? texts.canvas.noStep : texts.canvas.forEach(text('step'));
    case 'join':
      return text('wait') === 'any' ? texts.canvas.waits.any : texts.canvas.waits.all;
    case 'plan':
      return text('channel') === '' ? texts.canvas.noChannel : texts.canvas.tasksOf(text('channel'));
    case 'watch':
      return commandText(at(value, ['poll']));
    case 'call':
      return text('flow') || texts.canvas.noFlow;
    default:
      return '';
  }
}

function commandsLine(commands: Json | undefined): string {
  const all = Array.isArray(commands) ? commands : [];
  const [first] = all;
  if (first === undefined) return texts.canvas.noCommand;
  return all.length > 1 ? `${commandText(first)} ${texts.canvas.more(all.length - 1)}` : commandText(first);
}

function commandText(command: Json | undefined): string {
  if (!isObject(command)) return texts.canvas.noCommand;
  if (typeof command.shell === 'string') return command.shell;
  const run = Array.isArray(command.run) ? command.run.join(' ') : '';
  return run || texts.canvas.noCommand;
}

/** What gives the verdict: a worker, commands, a condition, or all of several. */
function gateLine(evaluator: Json | undefined): string {
  if (!isObject(evaluator)) return texts.canvas.noEvaluator;
  const { worker, when, commands, all } = evaluator;
  if (typeof worker === 'string' && worker !== '') return worker;
  if (typeof when === 'string') return when;
  if (commands !== undefined) return commandsLine(commands);
  return Array.isArray(all) && all.length > 0 ? all.map(gateLine).join(', ') : texts.canvas.noEvaluator;
}

function routerLine(value: Json | undefined): string {
  const cases = at(value, ['cases']);
  return Array.isArray(cases) && cases.length > 0 ? texts.canvas.cases(cases.length) : texts.canvas.noCases;
}

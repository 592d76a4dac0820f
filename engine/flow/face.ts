import type { Json } from '../json';
import { at } from '../json';
import { detailOf, factsOf, noteOf } from './faceFacts';
import type { FaceWords } from './faceWords';
import { FACE_WORDS } from './faceWords';
import type { GraphStep, Route, RouteKind } from './graph';
import type { Way } from './layout/ways';

/** Sizes in the canvas's units. They are fixed so that a flow can be placed before it is drawn. */
export const FACE_WIDTH = 216;
export const HEAD_HEIGHT = 50;
export const NOTE_HEIGHT = 19;
export const FACTS_HEIGHT = 22;
export const ROW_HEIGHT = 24;
const PADDING = 6;
/** The middle of the head, where routes arrive and the main one leaves. */
export const FACE_LINE = 25;

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
  readonly detail: string;
  readonly note: string;
  readonly facts: readonly string[];
  readonly rows: readonly FaceRow[];
  /** Where the first row begins. */
  readonly rowsTop: number;
  readonly height: number;
}

export function faceOf(step: GraphStep, flow: Json, leaving: readonly Route[], words: FaceWords = FACE_WORDS): Face {
  const value = at(flow, step.path);
  const { id, kind, title } = step;
  const rows = rowsOf(step, value, leaving, words);
  const note = noteOf(kind, value, words);
  const facts = factsOf(id, kind, value, flow, words);
  const rowsTop =
    HEAD_HEIGHT +
    (note === '' ? 0 : NOTE_HEIGHT) +
    (facts.length === 0 ? 0 : FACTS_HEIGHT) +
    (note !== '' || facts.length > 0 ? PADDING : 0);
  const height = rowsTop + (rows.length > 0 ? rows.length * ROW_HEIGHT + PADDING : 0);
  return { id, kind, title, detail: detailOf(kind, value, words), note, facts, rows, rowsTop, height };
}

/** Handle of a route at its step: strong routes share `main`. */
export const handleOf = (route: Pick<Route, 'id' | 'from' | 'kind'>): string =>
  route.kind === 'strong' ? 'main' : route.id.slice(route.from.length + 1);

/** At what height from its step's top a way leaves. */
export function outOf(way: Way, face: Pick<Face, 'rows' | 'rowsTop'> | undefined): number {
  const handle = way.route === null ? 'main' : handleOf(way.route);
  const row = face?.rows.findIndex((item) => item.handle === handle) ?? -1;
  return row < 0 || face === undefined ? FACE_LINE : face.rowsTop + (row + 0.5) * ROW_HEIGHT;
}

function rowsOf(
  step: GraphStep,
  value: Json | undefined,
  leaving: readonly Route[],
  words: FaceWords,
): readonly FaceRow[] {
  const drawn = leaving
    .filter((route) => route.kind !== 'strong')
    .map((route) => row(route.kind, handleOf(route), route.kind === 'else' ? words.els : route.label, route.id));
  const known = new Set(drawn.map((item) => item.handle));
  const choices = at(value, ['choices']);
  const open: readonly FaceRow[] =
    step.kind === 'ask' && Array.isArray(choices)
      ? choices.flatMap((choice: Json) =>
          typeof choice === 'string' ? [row('choice', `choice/${choice}`, choice, null)] : [],
        )
      : step.kind === 'router' && (Array.isArray(at(value, ['cases'])) || drawn.length === 0)
        ? [row('else', 'else/0', words.els, null)]
        : [];
  return [...drawn, ...open.filter((item) => !known.has(item.handle))];
}

const row = (kind: RouteKind, handle: string, label: string, route: string | null): FaceRow => ({
  handle,
  kind,
  label,
  route,
});

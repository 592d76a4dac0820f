/** The turn of a step: `visit` is the step's own count (1, 2, …), `pass` that of the until loop it stands in (0: none). */
export interface StepScope {
  readonly step: string;
  readonly visit: number;
  readonly loop?: string;
  readonly pass: number;
  /** The group or improve loop it stands in, and how far that is. */
  readonly inner?: InnerScope;
}

export interface InnerScope {
  readonly loop: string;
  /** Of a group; 0 is its baseline. */
  readonly batch?: number;
  readonly iteration: number;
  /** Over all batches or entries; never starts anew. */
  readonly total: number;
}

/** A step that is due, with the number its visit will have. */
export interface Due {
  readonly step: string;
  readonly visit: number;
  /** The group that hands control over with this visit, and why. */
  readonly handoff?: Handoff;
  /** Joins that went on without this branch: it ends where it meets them. */
  readonly late?: readonly string[];
}

export interface Handoff {
  readonly loop: string;
  readonly reason: 'loop-limit' | 'condition';
}

/**
 * Where an entry belongs inside its run. Empty: the flow itself. A called flow has a path of its own, `<step>.<visit>`; an
 * item of a map or a task of a plan `<step>.<visit>#<index>`; what they call follows behind a slash.
 */
export type Within = string;

export const childPath = (within: Within, step: string, visit: number, item?: number): Within =>
  `${within === '' ? '' : `${within}/`}${step}.${visit}${item === undefined ? '' : `#${item}`}`;

/** The calls of a path without their numbers: the same place in each visit. Latches are held against places. */
export const placeOf = (within: Within): string =>
  within
    .split('/')
    .map((part) => part.replace(/\.\d+(#\d+)?$/, ''))
    .join('/');

/** A name that is unique in the whole run: `name` as it is called in the flow itself, `place/name` in a called one. */
export const qualified = (place: string, name: string): string => (place === '' ? name : `${place}/${name}`);

/** Whether the path is that of a map's item or a plan's task: one step of the flow around it. */
export const isItem = (within: Within): boolean => /#\d+$/.test(within);

export const parentOf = (within: Within): Within => within.slice(0, Math.max(0, within.lastIndexOf('/')));

/** Whether `within` is the path of `call`, or below it. */
export const isBelow = (within: Within, call: Within): boolean =>
  within === call || within.startsWith(`${call}#`) || within.startsWith(`${call}/`);

/** A place where a text differs: `removed` lines from line `at` (from 0, of the text before) became `added` others. */
export interface Edit {
  readonly at: number;
  readonly removed: number;
  readonly added: number;
}

/** How a text became another, in order and without overlaps. */
export type LineDiff = (before: readonly string[], after: readonly string[]) => readonly Edit[];

/** A file in one of a run's recordings. */
export interface FileVersion {
  /** Name of its content; null: it was not there. */
  readonly id: string | null;
  readonly lines: readonly string[];
  /** Who made it so, as the caller numbers them; `NOBODY` for what was there and for other hands. */
  readonly by: number;
}

export const NOBODY = -1;

/**
 * For each line of the last version the writer that brought it there.
 *
 * R1 A line that stays keeps its writer, wherever it moves with the lines around it.
 * R2 What a writer put in is its own, even where the same line had stood there before.
 * R3 Where nobody of the run brought back a content that was there before, its lines are again whose they were: files
 *    that were put back.
 */
export function writtenLines(versions: readonly FileVersion[], diff: LineDiff): readonly number[] {
  const known = new Map<string, readonly number[]>();
  let lines: readonly string[] = [];
  let writers: readonly number[] = [];
  for (const version of versions) {
    const back = version.by === NOBODY && version.id !== null ? known.get(version.id) : undefined;
    writers = back ?? carried(writers, diff(lines, version.lines), version.by);
    lines = version.lines;
    if (version.id !== null) known.set(version.id, writers);
  }
  return writers;
}

/** The writers of a text that became another by `edits`; what these put in is of `by`. */
export function carried(writers: readonly number[], edits: readonly Edit[], by: number): readonly number[] {
  const next: number[] = [];
  let from = 0;
  for (const { at, removed, added } of edits) {
    while (from < at) next.push(writers[from++] ?? NOBODY);
    from += removed;
    for (let index = 0; index < added; index++) next.push(by);
  }
  while (from < writers.length) next.push(writers[from++] ?? NOBODY);
  return next;
}

/** Lines next to each other of one writer, from 0, `to` not included; those of nobody are left out. */
export interface Written {
  readonly from: number;
  readonly to: number;
  readonly by: number;
}

export function blocksOf(writers: readonly number[]): readonly Written[] {
  const blocks: Written[] = [];
  for (let from = 0; from < writers.length; ) {
    const by = writers[from] ?? NOBODY;
    let to = from + 1;
    while (to < writers.length && writers[to] === by) to += 1;
    if (by !== NOBODY) blocks.push({ from, to, by });
    from = to;
  }
  return blocks;
}

/** The lines of a text; the line end behind the last one makes no line of its own. */
export function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.split(/\r\n|\n|\r/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

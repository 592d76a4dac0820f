import type { AlignedLine } from '../run/align/align';
import { align, firstDifference } from '../run/align/align';
import { outlineOf } from '../run/align/outline';
import { FIRST } from '../run/align/texts';
import { toldRun } from '../runner/toldRun';
import type { Given } from './command';
import { argument, isOn, UsageError } from './command';
import { EXIT } from './exitCode';
import { findRun } from './findRun';
import type { Line, Terminal } from './terminal';

/** `diff --runs <a> <b>`: two runs side by side, by pass and step. */
export async function diffRuns(given: Given, root: string, terminal: Terminal): Promise<number> {
  if (given.positionals.length < 2) throw new UsageError('--runs compares two runs: give both');
  const [before, after] = await Promise.all(
    [0, 1].map(async (at) => toldRun(await findRun(argument(given, at), root))),
  );
  if (before === undefined || after === undefined) throw new UsageError('--runs compares two runs: give both');
  const lines = align(outlineOf(before), outlineOf(after));
  const same = lines.every((each) => each.same);
  const first = firstDifference(lines);
  if (isOn(given, 'json')) {
    const path = first?.map(({ before: a, after: b }) => a ?? b) ?? null;
    const { before: a = null, after: b = null, aspect = null } = first?.at(-1) ?? {};
    terminal.json({ same, first: first && { path, aspect, before: a, after: b }, lines });
  } else {
    for (const line of lines.flatMap((each) => linesOf(each, '', true, first?.at(-1) ?? null))) terminal.print(line);
    if (same) terminal.print('Nothing differs but times and ids.');
  }
  return same ? EXIT.complete : EXIT.failed;
}

function linesOf(each: AlignedLine, indent: string, top: boolean, first: AlignedLine | null): readonly Line[] {
  const folded = top && each.same && each.below.length > 0;
  const mark = each === first ? FIRST : '';
  const put = (sign: string, text: string | null, tone: Line['tone']): readonly Line[] =>
    text === null ? [] : [{ text: `${sign} ${indent}${text}${mark}`, tone }];
  const own =
    each.before === each.after
      ? put(' ', `${each.before ?? ''}${folded ? ': the same in both' : ''}`, each.same ? 'dim' : 'strong')
      : [...put('-', each.before, 'bad'), ...put('+', each.after, 'good')];
  return folded ? own : [...own, ...each.below.flatMap((below) => linesOf(below, `${indent}  `, false, first))];
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** What the sample's scripted workers say and do, read by the tests on their own terms. */
const scriptSchema = z.strictObject({
  turns: z.array(
    z.strictObject({
      step: z.string(),
      pass: z.int(),
      attempt: z.int().optional(),
      text: z.string().min(1),
      structured: z.strictObject({ goalMet: z.boolean(), lesson: z.string().max(600), marker: z.json() }).optional(),
      claims: z.strictObject({ changedFiles: z.array(z.string()) }).optional(),
      edits: z.array(z.strictObject({ path: z.string(), replace: z.tuple([z.string(), z.string()]) })).optional(),
    }),
  ),
});
export type ScriptedTurn = z.infer<typeof scriptSchema>['turns'][number];

export const readTurns = (file: string): readonly ScriptedTurn[] =>
  scriptSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).turns;

/** The first turn that fits, as the worker itself chooses. */
export function turnOf(turns: readonly ScriptedTurn[], pass: number, attempt = 1): ScriptedTurn {
  const turn = turns.find((one) => one.pass === pass && (one.attempt ?? attempt) === attempt);
  if (turn === undefined) throw new Error(`the script has no turn for pass ${pass}, attempt ${attempt}`);
  return turn;
}

/** Makes the turn's edits in `folder`. An edit whose text is not there exactly once throws. */
export function play(folder: string, turn: ScriptedTurn): void {
  for (const { path, replace } of turn.edits ?? []) {
    const [from, to] = replace;
    const file = join(folder, path);
    const parts = readFileSync(file, 'utf8').split(from);
    if (parts.length !== 2) throw new Error(`${path} holds ${parts.length - 1} times: ${from}`);
    writeFileSync(file, parts.join(to));
  }
}

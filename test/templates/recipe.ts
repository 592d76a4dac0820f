import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { examine } from '../../engine/flow/examine';
import type { Flow } from '../../engine/flow/schema';
import { TEMPLATES } from '../../engine/flow/templates';
import type { JsonObject } from '../../engine/json';
import type { ScriptedTurn } from '../../engine/node/workers/played/scriptedTurns';
import { scriptedTurns } from '../../engine/node/workers/played/scriptedTurns';

export type RecipeName = Exclude<(typeof TEMPLATES)[number], 'empty'>;

export const TEMPLATE_FOLDER = resolve(import.meta.dirname, '../../media/templates');
const SAMPLE = resolve(TEMPLATE_FOLDER, '../sample');

export const RECIPES = TEMPLATES.filter((name): name is RecipeName => name !== 'empty');

/** A template as tests play it in memory: the flow, its workspace's files and the turns of its show. */
export interface Recipe {
  readonly flow: Flow;
  readonly files: Readonly<Record<string, string>>;
  readonly runs: readonly { readonly start?: readonly string[]; readonly inputs?: JsonObject }[];
  readonly turns: readonly ScriptedTurn[];
}

export const templateText = (name: string): string =>
  readFileSync(join(TEMPLATE_FOLDER, `${name}.converge.json`), 'utf8');

const read = new Map<RecipeName, Recipe>();

export function recipe(name: RecipeName): Recipe {
  const known = read.get(name) ?? readRecipe(name);
  read.set(name, known);
  return known;
}

function readRecipe(name: RecipeName): Recipe {
  const { flow, issues } = examine(templateText(name));
  if (flow === null) throw new Error(`${name}: ${JSON.stringify(issues)}`);
  if (name === 'fix-until-green') {
    const turns = ['implementer', 'reviewer'].flatMap((worker) =>
      turnsIn(`${SAMPLE}/.converge/workers/${worker}.json`),
    );
    return { flow, files: filesBelow(SAMPLE), runs: [{}], turns };
  }
  const folder = join(TEMPLATE_FOLDER, 'offline', name);
  const { runs = [{}] } = JSON.parse(readFileSync(join(folder, 'show.json'), 'utf8'));
  return { flow, files: filesBelow(join(folder, 'files')), runs, turns: turnsIn(join(folder, 'show.json')) };
}

const turnsIn = (file: string): readonly ScriptedTurn[] =>
  scriptedTurns.parse(JSON.parse(readFileSync(file, 'utf8')).turns);

function filesBelow(folder: string): Readonly<Record<string, string>> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.startsWith('.') && statSync(join(folder, path)).isFile())
    .sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

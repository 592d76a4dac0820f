import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scene } from '../../crash/scene';
import { newFolder } from '../../crash/scene';
import type { RecipeName } from '../recipe';
import { recipe, TEMPLATE_FOLDER } from '../recipe';
import { show } from './show';

interface Change {
  readonly flow?: (text: string) => string;
  readonly files?: Readonly<Record<string, string>>;
}

/** The workspace of a recipe's show, and the arguments with which `converge run` plays it there. */
export async function recipeScene(
  name: RecipeName,
  { flow = (text) => text, files = {} }: Change = {},
): Promise<Scene> {
  const from = join(newFolder(), 'workspace');
  const { root } = await show(name, '--copy-only');
  cpSync(root, from, { recursive: true });
  rmSync(root, { recursive: true, force: true });
  const flowPath = `.converge/flows/${name}.converge.json`;
  writeFileSync(join(from, flowPath), flow(readFileSync(join(from, flowPath), 'utf8')));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(from, path), text);
  return { from, flowPath, args: workersOf(name).flatMap((worker) => ['--worker', worker]) };
}

function workersOf(name: RecipeName): readonly string[] {
  const show = JSON.parse(readFileSync(join(TEMPLATE_FOLDER, 'offline', name, 'show.json'), 'utf8'));
  const played = { use: 'scripted', file: '.converge/script.json' };
  return Object.keys(recipe(name).flow.workers ?? {}).map(
    (worker) => `${worker}=${JSON.stringify(show.workers?.[worker] ?? played)}`,
  );
}

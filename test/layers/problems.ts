import { importsOf, packageOf, resolveImport } from './imports';
import type { Room } from './rooms';
import { ROOMS } from './rooms';

/**
 * What is wrong with the imports of a source tree, one sentence each: imports that the table forbids, imports of files
 * that are not there, and cycles.
 * @param files path from the root, with slashes → text; files that are not code may have any text
 */
export function importProblems(files: ReadonlyMap<string, string>): readonly string[] {
  const problems: string[] = [];
  const graph = new Map<string, readonly string[]>();
  for (const [file, source] of files) {
    if (!/\.tsx?$/.test(file)) continue;
    const room = roomOf(file);
    if (!room) {
      problems.push(`${file} is in no room of the import table`);
      continue;
    }
    const targets: string[] = [];
    for (const specifier of importsOf(source)) {
      if (!specifier.startsWith('.')) {
        const problem = packageProblem(room, specifier);
        if (problem) problems.push(`${file} ${problem}`);
        continue;
      }
      const target = resolveImport(file, specifier, (candidate) => files.has(candidate));
      if (!target) problems.push(`${file} imports ${specifier}, which is not there`);
      else if (!mayUse(room, target)) problems.push(`${file} imports ${target}, which ${room.name} may not`);
      if (target) targets.push(target);
    }
    graph.set(file, targets);
  }
  return [...problems, ...cyclesIn(graph).map((cycle) => `import cycle: ${cycle.join(' → ')}`)];
}

function roomOf(file: string): Room | undefined {
  return ROOMS.find((room) => room.holds.test(file));
}

function packageProblem(room: Room, specifier: string): string | undefined {
  if (specifier.startsWith('node:'))
    return room.node ? undefined : `imports ${specifier}, and ${room.name} has no Node.js`;
  const name = packageOf(specifier);
  return room.packages.includes(name) ? undefined : `imports the package ${name}, which ${room.name} may not`;
}

function mayUse(room: Room, target: string): boolean {
  const other = roomOf(target);
  // What is not code (a stylesheet) stays in its own part of the tree.
  if (!other || !/\.tsx?$/.test(target)) return target.split('/')[0] === room.name.split('/')[0];
  return other.name === room.name || room.rooms.includes(other.name);
}

function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const done = new Set<string>();
  const cycles: string[][] = [];
  const visit = (file: string, path: readonly string[]) => {
    const at = path.indexOf(file);
    if (at >= 0) cycles.push([...path.slice(at), file]);
    if (at >= 0 || done.has(file)) return;
    for (const target of graph.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return cycles;
}

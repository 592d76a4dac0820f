const STATEMENT = /^(?:import|export)\s(?:[^'";]*?\sfrom\s)?\s*'([^']+)'/gm;
const CALL = /\b(?:import|require)\(\s*'([^']+)'\s*\)/g;

/**
 * What a source file imports, type imports and dynamic ones included, in order.
 * Reads the text as the formatter leaves it: single quotes, statements at the start of a line.
 */
export function importsOf(source: string): readonly string[] {
  return [STATEMENT, CALL].flatMap((pattern) => [...source.matchAll(pattern)].map((found) => found[1]!));
}

/** The file that a relative import means, among the files that there are; undefined when there is none. */
export function resolveImport(from: string, specifier: string, exists: (file: string) => boolean): string | undefined {
  const parts = from.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  const base = parts.join('/');
  return [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`].find(exists);
}

/** `zod/v4` → `zod`, `@scope/name/deep` → `@scope/name`. */
export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

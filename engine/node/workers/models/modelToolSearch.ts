import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import picomatch from 'picomatch';
import * as z from 'zod';
import { messageOf } from '../../../failure';
import type { StopSignal } from '../../../ports';
import type { ModelTool } from './modelTool';
import { denied, failed, modelTool } from './modelTool';
import { placeForTool } from './modelToolPlace';
import { filesBelow } from './modelToolWalk';

export interface SearchBounds {
  /** Of the whole search, in milliseconds. */
  readonly ms: number;
  /** Of a regular expression on one file, in milliseconds: there are some that never end. */
  readonly fileMs: number;
  readonly hits: number;
  readonly fileBytes: number;
}

const BOUNDS: SearchBounds = { ms: 5000, fileMs: 500, hits: 200, fileBytes: 1024 * 1024 };
const LINE_CHARS = 300;

/** @param root absolute path of the workspace */
export function searchTool(root: string, bounds: SearchBounds = BOUNDS): ModelTool {
  const input = z.strictObject({
    text: z.string().min(1).max(1000).describe('What to look for'),
    regex: z.boolean().optional().describe('"text" is a regular expression'),
    path: z.string().min(1).optional().describe('Only this file, or below this folder'),
    files: z.string().min(1).max(1000).optional().describe('Only files that this glob names, such as "**/*.ts"'),
  });
  const about = 'Lines that hold a text, as path:line: text. Links, .git and node_modules are not looked into.';
  return modelTool('search', about, input, async ({ text, regex = false, path = '.', files }, stop) => {
    const place = await placeForTool(root, path);
    if (place.why !== undefined) return denied(`search ${path}`, place.why);
    try {
      const fits = files === undefined ? () => true : picomatch(files, { dot: true });
      const find = regex ? byExpression(text, bounds.fileMs) : byText(text);
      return { text: await found({ place, fits, find, bounds, stop }) };
    } catch (error) {
      return failed(`The search could not be done: ${messageOf(error)}`);
    }
  });
}

interface Search {
  readonly place: { readonly at: string; readonly path: string };
  readonly fits: (path: string) => boolean;
  readonly find: (lines: readonly string[]) => readonly number[] | 'too-slow';
  readonly bounds: SearchBounds;
  readonly stop: StopSignal;
}

async function found({ place, fits, find, bounds, stop }: Search): Promise<string> {
  const deadline = performance.now() + bounds.ms;
  const hits: string[] = [];
  const slow: string[] = [];
  const more = (why: string) => [...hits, `[${why}]`].join('\n');
  for await (const path of filesBelow(place)) {
    if (performance.now() > deadline) return more(`stopped after ${bounds.ms} ms; search in fewer files`);
    if (stop.wanted() === 'now') return more('stopped');
    if (!fits(path)) continue;
    const lines = await linesOf(
      join(place.at, path.slice(place.path === '' ? 0 : place.path.length)),
      bounds.fileBytes,
    );
    const at = find(lines);
    if (at === 'too-slow') slow.push(path);
    if (at === 'too-slow' && slow.length > 3) return more('the expression takes too long; make it simpler');
    if (at === 'too-slow') continue;
    for (const index of at) hits.push(`${path}:${index + 1}: ${(lines[index] ?? '').trimEnd().slice(0, LINE_CHARS)}`);
    if (hits.length >= bounds.hits) return [...hits.slice(0, bounds.hits), '[there are more]'].join('\n');
  }
  if (slow.length > 0) return more(`not looked through, the expression takes too long there: ${slow.join(', ')}`);
  return hits.length === 0 ? 'Nothing found.' : hits.join('\n');
}

async function linesOf(at: string, most: number): Promise<readonly string[]> {
  try {
    if ((await stat(at)).size > most) return [];
    const bytes = await readFile(at);
    return bytes.includes(0) ? [] : bytes.toString('utf8').split('\n');
  } catch {
    return [];
  }
}

const byText =
  (text: string): Search['find'] =>
  (lines) =>
    lines.flatMap((line, index) => (line.includes(text) ? [index] : []));

/** An expression can take for ever, and only the engine below can be made to give up on it. */
function byExpression(source: string, ms: number): Search['find'] {
  new RegExp(source);
  const context = createContext({ source, lines: [] });
  const script = 'lines.flatMap((line, index) => (new RegExp(source).test(line) ? [index] : []))';
  return (lines) => {
    context.lines = lines;
    try {
      return runInContext(script, context, { timeout: ms }) as readonly number[];
    } catch {
      return 'too-slow';
    }
  };
}

import { chmod, mkdir, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod';
import { counted } from '../../../counted';
import { messageOf } from '../../../failure';
import { writeWhole } from '../../files';
import type { ModelTool, ToolOutcome } from './modelTool';
import { denied, failed, modelTool } from './modelTool';
import { placeForTool } from './modelToolPlace';

const MOST_FILE_BYTES = 4 * 1024 * 1024;
const MOST_SHOWN_CHARS = 48 * 1024;
const MOST_WRITTEN_CHARS = 4 * 1024 * 1024;

/** @param root absolute path of the workspace */
export function readTool(root: string): ModelTool {
  const input = z.strictObject({
    path: z.string().min(1).describe('Relative to the workspace, with "/"'),
    from: z.int().min(1).optional().describe('First line, from 1'),
    lines: z.int().min(1).optional().describe('How many lines; default: as many as fit'),
  });
  return modelTool('read', 'The text of a file.', input, async ({ path, from = 1, lines }) => {
    const place = await placeForTool(root, path);
    if (place.why !== undefined) return denied(`read ${path}`, place.why);
    const file = await textAt(place.at);
    if (file.why !== undefined) return failed(`"${path}": ${file.why}`);
    return { text: partOf(file.text, from, lines) };
  });
}

/** @param runFolder absolute; what a kill leaves of a file that was being written stays there */
export function writeTool(root: string, runFolder: string): ModelTool {
  const input = z.strictObject({
    path: z.string().min(1).describe('Relative to the workspace, with "/"'),
    content: z.string().max(MOST_WRITTEN_CHARS).optional().describe('The whole new text of the file'),
    old: z.string().min(1).optional().describe('Instead of "content": a text that stands in the file exactly once'),
    new: z.string().max(MOST_WRITTEN_CHARS).optional().describe('What to put in the place of "old"'),
  });
  const about = 'Writes a file: its whole text ("content"), or a replacement in it ("old" and "new").';
  return modelTool('write', about, input, async ({ path, content, ...replace }) => {
    const place = await placeForTool(root, path);
    if (place.why !== undefined) return denied(`write ${path}`, place.why);
    const replaces = replace.old !== undefined && replace.new !== undefined;
    if ((content !== undefined) === (replace.old !== undefined || replace.new !== undefined)) {
      return failed('Give either "content", or "old" and "new".');
    }
    if (content === undefined && !replaces) return failed('Give both "old" and "new".');
    const before = await textAt(place.at);
    if (before.why !== undefined && !(before.missing && content !== undefined))
      return failed(`"${path}": ${before.why}`);
    const text = content ?? replaced(before.text ?? '', replace.old ?? '', replace.new ?? '');
    if (typeof text !== 'string') return failed(`"${path}": ${text.why}`);
    return written(place, text, runFolder);
  });
}

async function written(
  { at, path }: { readonly at: string; readonly path: string },
  text: string,
  runFolder: string,
): Promise<ToolOutcome> {
  try {
    const mode = await stat(at).then(
      (found) => found.mode & 0o777,
      () => undefined,
    );
    await mkdir(dirname(at), { recursive: true });
    await writeWhole(at, text, runFolder);
    if (mode !== undefined) await chmod(at, mode);
    return { text: `Written: ${path}`, wrote: path };
  } catch (error) {
    return failed(`"${path}" could not be written: ${messageOf(error)}`);
  }
}

type FileText =
  | { readonly text: string; readonly why?: undefined }
  | { readonly text?: undefined; readonly why: string; readonly missing: boolean };

/** Pipes and devices are not opened: reading one need not end. */
async function textAt(at: string): Promise<FileText> {
  try {
    const found = await stat(at);
    if (!found.isFile()) return { why: 'it is no file.', missing: false };
    if (found.size > MOST_FILE_BYTES) return { why: `it is larger than ${MOST_FILE_BYTES} bytes.`, missing: false };
    const bytes = await readFile(at);
    if (bytes.includes(0)) return { why: 'it is no text.', missing: false };
    return { text: bytes.toString('utf8') };
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return { why: missing ? 'there is no such file.' : messageOf(error), missing };
  }
}

function partOf(text: string, from: number, count: number | undefined): string {
  const lines = text.split('\n');
  if (from > lines.length) return `[it has ${counted(lines.length, 'line')}]`;
  const shown: string[] = [];
  let length = 0;
  for (const line of lines.slice(from - 1, count === undefined ? undefined : from - 1 + count)) {
    length += line.length + 1;
    if (length > MOST_SHOWN_CHARS && shown.length > 0) break;
    shown.push(line.slice(0, MOST_SHOWN_CHARS));
  }
  const next = from + shown.length;
  const rest = next <= lines.length && count === undefined ? `\n[goes on at line ${next} of ${lines.length}]` : '';
  return shown.join('\n') + rest;
}

/** Models write line feeds: where the file has pairs, the same text with pairs is meant. */
function replaced(text: string, old: string, put: string): string | { readonly why: string } {
  const pairs = !text.includes(old) && text.includes('\r\n') && !old.includes('\r');
  const from = pairs ? old.replaceAll('\n', '\r\n') : old;
  const to = pairs ? put.replaceAll('\n', '\r\n') : put;
  const first = text.indexOf(from);
  if (first === -1) return { why: 'the old text does not stand there. Read the file again.' };
  if (text.indexOf(from, first + 1) !== -1)
    return { why: 'the old text stands there more than once. Give more of it.' };
  return text.slice(0, first) + to + text.slice(first + from.length);
}

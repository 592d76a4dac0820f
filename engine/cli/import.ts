import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { counted } from '../counted';
import { ConvergeError, messageOf } from '../failure';
import type { Imported } from '../flow/import/importFlow';
import { importFlow } from '../flow/import/importFlow';
import type { NotCarried } from '../flow/import/leftovers';
import type { Json } from '../json';
import { at } from '../json';
import { withMappedErrors } from '../node/files';
import { OWN_FOLDER, ownFolder } from '../node/ownFolder';
import { examineFlow } from '../runner/flowFile';
import type { CliCommand, Given } from './command';
import { argument, isOn, text, UsageError } from './command';
import { EXIT } from './exitCode';
import { JSON_VALUE, WORKSPACE } from './options';
import { rootToSearch } from './root';
import type { Line } from './terminal';

const ENDING = '.converge.json';

/** `import` cannot be the name of a variable. */
export const importing: CliCommand = {
  name: 'import',
  takes: '<file>',
  summary: 'Makes a flow of a file in another format, and lists what it could not carry over',
  more: [
    'Formats: until-loop schematics ("items"), workflows with loop groups ("orchestration.loops").',
    'The imported file stays as it is, and no file is overwritten.',
  ],
  options: {
    out: {
      type: 'string',
      value: 'path',
      help: `where the flow is written (default: .converge/flows/<id>${ENDING} of the workspace)`,
    },
    workspace: WORKSPACE,
    json: JSON_VALUE,
  },
  arguments: [1, 1],
  run: async (given, terminal) => {
    const file = resolve(argument(given, 0));
    const made = importFlow(await textOf(file));
    if (!made.ok) throw new ConvergeError('flow-unreadable', `${argument(given, 0)}: ${made.why}`);
    const path = await placeFor(given, made.flow);
    const content = `${JSON.stringify(made.flow, null, 2)}\n`;
    await writeNew(path, content);
    const errors = examineFlow(path, content).findings.filter(({ severity }) => severity === 'error').length;
    const shown = relative(process.cwd(), path) || path;
    if (isOn(given, 'json')) terminal.json({ path, format: made.format, errors, notCarried: made.notCarried });
    else for (const line of linesOf(shown, made, errors)) terminal.print(line);
    return EXIT.complete;
  },
};

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const message = `${file} cannot be read: ${messageOf(error)}. Check the path and the right to read it.`;
    throw new ConvergeError('flow-unreadable', message, { cause: error });
  }
}

async function placeFor(given: Given, flow: Json): Promise<string> {
  const out = text(given, 'out');
  if (out !== undefined && !out.endsWith(ENDING))
    throw new UsageError(`--out ${out}: the name of a flow file ends with ${ENDING}`);
  if (out !== undefined) return resolve(out);
  const root = await rootToSearch(text(given, 'workspace'));
  await ownFolder(root);
  return join(root, OWN_FOLDER, 'flows', `${String(at(flow, ['id']))}${ENDING}`);
}

async function writeNew(path: string, content: string): Promise<void> {
  await withMappedErrors(path, async () => {
    await mkdir(dirname(path), { recursive: true });
    const handle = await open(path, 'wx', 0o644).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      return undefined;
    });
    if (handle === undefined) throw new UsageError(`${path} is there already and stays as it is: give another --out`);
    try {
      await handle.writeFile(content);
    } finally {
      await handle.close();
    }
  });
}

function linesOf(shown: string, { format, notCarried }: Imported, errors: number): readonly Line[] {
  const left = byReason(notCarried);
  return [
    { text: `${shown}: imported (${format})`, tone: 'good' },
    ...(left.length === 0
      ? [{ text: 'Everything was carried over.', tone: 'plain' } as const]
      : [{ text: 'Not carried over, or not as it was:', tone: 'warn' } as const]),
    ...left.map(([why, places]): Line => ({ text: `  ${places.join(', ')}: ${why}`, tone: 'plain' })),
    ...(errors === 0
      ? []
      : [{ text: `${counted(errors, 'error')} to correct first: converge validate ${shown}`, tone: 'warn' } as const]),
  ];
}

/** The places that share a reason stand together. */
function byReason(all: readonly NotCarried[]): readonly (readonly [string, readonly string[]])[] {
  const reasons = new Map<string, string[]>();
  for (const { path, why } of all) {
    const place = path.length === 0 ? 'the whole' : path.join('.');
    const places = reasons.get(why);
    if (places === undefined) reasons.set(why, [place]);
    else places.push(place);
  }
  return [...reasons];
}

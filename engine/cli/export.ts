import { exportedAs } from '../flow/exported';
import { findFlow } from '../runner/findFlow';
import { readFlowFile, runnable } from '../runner/flowFile';
import type { CliCommand } from './command';
import { argument, isOn, text, UsageError } from './command';
import { EXIT } from './exitCode';
import { JSON_VALUE, WORKSPACE } from './options';
import { rootToSearch } from './root';

/** `export` cannot be the name of a variable. */
export const exporting: CliCommand = {
  name: 'export',
  takes: '<flow> --mermaid | --svg',
  summary: 'Writes the graph of a flow, given by path or id, to standard output in another format',
  options: {
    svg: { type: 'boolean', help: 'as a picture that needs no other file' },
    mermaid: { type: 'boolean', help: 'as a Mermaid flowchart, which many pages of documentation draw' },
    workspace: WORKSPACE,
    json: JSON_VALUE,
  },
  arguments: [1, 1],
  run: async (given, terminal) => {
    const [format, ...others] = (['mermaid', 'svg'] as const).filter((each) => isOn(given, each));
    if (format === undefined || others.length > 0) throw new UsageError('say in which format: --mermaid or --svg');
    const path = await findFlow(argument(given, 0), await rootToSearch(text(given, 'workspace')));
    const drawn = exportedAs(runnable(await readFlowFile(path)), format);
    if (isOn(given, 'json')) terminal.json({ path, format, text: drawn });
    else for (const line of drawn.trimEnd().split('\n')) terminal.print(line);
    return EXIT.complete;
  },
};

import { mermaidOf } from '../flow/mermaid';
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
  takes: '<flow> --mermaid',
  summary: 'Writes the graph of a flow, given by path or id, to standard output in another format',
  options: {
    mermaid: { type: 'boolean', help: 'as a Mermaid flowchart, which many pages of documentation draw' },
    workspace: WORKSPACE,
    json: JSON_VALUE,
  },
  arguments: [1, 1],
  run: async (given, terminal) => {
    if (!isOn(given, 'mermaid')) throw new UsageError('say in which format: --mermaid');
    const path = await findFlow(argument(given, 0), await rootToSearch(text(given, 'workspace')));
    const mermaid = mermaidOf(runnable(await readFlowFile(path)));
    if (isOn(given, 'json')) terminal.json({ path, format: 'mermaid', text: mermaid });
    else for (const line of mermaid.trimEnd().split('\n')) terminal.print(line);
    return EXIT.complete;
  },
};

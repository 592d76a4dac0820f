import { relative } from 'node:path';
import { counted } from '../counted';
import { findFlow } from '../runner/findFlow';
import { findingText, readFlowFile } from '../runner/flowFile';
import type { CliCommand } from './command';
import { argument, isOn, text } from './command';
import { EXIT } from './exitCode';
import { JSON_VALUE, WORKSPACE } from './options';
import { rootToSearch } from './root';

const TONES = { error: 'bad', warning: 'warn', info: 'dim' } as const;

export const validate: CliCommand = {
  name: 'validate',
  takes: '<flow>',
  summary: 'Checks a flow, given by path or id, and lists all findings at once',
  options: { workspace: WORKSPACE, json: JSON_VALUE },
  arguments: [1, 1],
  run: async (given, terminal) => {
    const path = await findFlow(argument(given, 0), await rootToSearch(text(given, 'workspace')));
    const file = await readFlowFile(path);
    const errors = file.findings.filter((finding) => finding.severity === 'error').length;
    const valid = file.flow !== null;
    if (isOn(given, 'json')) {
      terminal.json({ valid, flow: file.flow?.id ?? null, path, findings: file.findings });
    } else {
      const shown = relative(process.cwd(), path) || path;
      for (const finding of file.findings)
        terminal.print({ text: findingText(shown, finding), tone: TONES[finding.severity] });
      const others = file.findings.length - errors;
      const rest = others > 0 ? `, ${counted(others, 'other finding')}` : '';
      if (valid) terminal.print({ text: `${shown}: valid${rest}`, tone: 'good' });
      else terminal.print({ text: `${shown}: ${counted(errors, 'error')}${rest}`, tone: 'bad' });
    }
    return valid ? EXIT.complete : EXIT.refused;
  },
};

import { otlpLines } from '../node/otlpLines';
import { reportOf } from '../run/report/report';
import { readFlowCopy, readRun } from '../runner/runs';
import { toldRun } from '../runner/toldRun';
import { VERSION } from '../runner/version';
import type { CliCommand, Given } from './command';
import { argument, isOn, text, UsageError } from './command';
import { EXIT } from './exitCode';
import { findRun } from './findRun';
import { JSON_VALUE, WORKSPACE } from './options';
import { writeLines } from './outFile';
import { rootToSearch } from './root';
import { showLines } from './showLines';
import type { Terminal } from './terminal';

export const show: CliCommand = {
  name: 'show',
  takes: '<run>',
  summary: 'Shows a run: its passes and steps, latches, notes, questions and spend, from the run folder alone',
  options: {
    workspace: WORKSPACE,
    report: { type: 'boolean', help: 'as one page of Markdown, ready for a pull request' },
    otlp: { type: 'boolean', help: 'as OpenTelemetry spans, a file of OTLP/JSON with a batch of spans a line' },
    out: { type: 'string', value: 'file', help: 'write the report or the spans to a file' },
    json: JSON_VALUE,
  },
  arguments: [1, 1],
  run: async (given, terminal) => {
    const form = formOf(given);
    const found = await findRun(argument(given, 0), await rootToSearch(text(given, 'workspace')));
    if (form === 'otlp') {
      await put(given, terminal, otlpLines(found, VERSION));
      return EXIT.complete;
    }
    if (form === 'report') {
      await put(given, terminal, [reportOf(await toldRun(found)).trimEnd()]);
      return EXIT.complete;
    }
    const reading = await readRun(found);
    if (form === 'json') {
      const { folder, result, history, earlier, state, holder } = reading;
      const open = { ledger: state.ledger, meters: state.meters, asks: state.asks };
      terminal.json({ ...result, folder, ...open, history, earlier, pid: holder?.pid ?? null });
    } else {
      const copy = await readFlowCopy(reading.folder).catch(() => null);
      for (const line of showLines(reading, copy?.flow ?? null)) terminal.print(line);
    }
    return EXIT.complete;
  },
};

function formOf(given: Given): 'report' | 'otlp' | 'json' | 'lines' {
  const [form = 'lines', ...others] = (['report', 'otlp', 'json'] as const).filter((each) => isOn(given, each));
  if (others.length > 0) throw new UsageError('give one of --report, --otlp and --json');
  if (text(given, 'out') !== undefined && form !== 'report' && form !== 'otlp')
    throw new UsageError('--out goes with --report or --otlp');
  return form;
}

async function put(given: Given, terminal: Terminal, lines: AsyncIterable<string> | Iterable<string>): Promise<void> {
  const out = text(given, 'out');
  if (out !== undefined) {
    await writeLines(out, lines);
    terminal.complain({ text: `Written to ${out}.`, tone: 'dim' });
  } else for await (const line of lines) terminal.print(line);
}

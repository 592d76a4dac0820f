import { parseArgs } from 'node:util';
import { ConvergeError, messageOf } from '../failure';
import { printable } from '../run/printable';
import { VERSION } from '../runner/version';
import { accept } from './accept';
import { answer } from './answer';
import { applying } from './apply';
import { caps } from './caps';
import { check } from './check';
import type { CliCommand, Given } from './command';
import { UsageError } from './command';
import { demo } from './demo';
import { diff } from './diff';
import { effects } from './effects';
import { EXIT, exitCodeOfFailure } from './exitCode';
import { exporting } from './export';
import { fork } from './fork';
import { commandHelp, programHelp } from './help';
import { importing } from './import';
import { list } from './list';
import { note } from './note';
import { HELP, NO_COLOUR } from './options';
import { pause } from './pause';
import { prune } from './prune';
import { resume } from './resume';
import { run } from './run';
import { show } from './show';
import { simulating } from './simulate';
import { stop } from './stop';
import type { Terminal } from './terminal';
import { terminalOf } from './terminal';
import { validate } from './validate';
import { watch } from './watch';

const COMMANDS: readonly CliCommand[] = [
  validate,
  check,
  run,
  resume,
  list,
  show,
  watch,
  stop,
  pause,
  answer,
  accept,
  caps,
  note,
  fork,
  effects,
  importing,
  simulating,
  diff,
  applying,
  exporting,
  prune,
  demo,
];

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`converge: ${printable(messageOf(error))}\n`);
    process.exitCode = EXIT.failed;
  },
);

async function main(args: readonly string[]): Promise<number> {
  // A reader that went away (`converge list | head`) is no reason to die in the middle of a run.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const [name, ...rest] = args;
  const plain = terminalOf(process, { colour: false });
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    for (const line of programHelp(COMMANDS)) plain.print(line);
    return name === undefined ? EXIT.refused : EXIT.complete;
  }
  if (name === '--version' || name === '-v') {
    plain.print(VERSION);
    return EXIT.complete;
  }
  const command = COMMANDS.find((one) => one.name === name);
  if (command === undefined) {
    const names = COMMANDS.map((one) => one.name).join(', ');
    plain.complain(`converge: there is no command "${name}". Commands: ${names}.`);
    return EXIT.refused;
  }
  return dispatch(command, rest, plain);
}

async function dispatch(command: CliCommand, args: readonly string[], plain: Terminal): Promise<number> {
  let json = false;
  try {
    const given = parse(command, args);
    if (given.values.help === true) {
      for (const line of commandHelp(command)) plain.print(line);
      return EXIT.complete;
    }
    json = given.values.json === true;
    const colour = given.values['no-colour'] !== true && !process.env.NO_COLOR;
    return await command.run(given, terminalOf(process, { colour }));
  } catch (error) {
    return failed(command, error, json, plain);
  }
}

function parse(command: CliCommand, args: readonly string[]): Given {
  const options = { ...command.options, 'no-colour': NO_COLOUR, help: HELP };
  const given = parsed(() => parseArgs({ args: [...args], options, allowPositionals: true, strict: true }));
  const [least, most] = command.arguments;
  const count = given.positionals.length;
  if (given.values.help !== true && (count < least || count > most))
    throw new UsageError(count < least ? 'an argument is missing' : `too many arguments: ${given.positionals[most]}`);
  return given;
}

function parsed(parse: () => Given): Given {
  try {
    return parse();
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

function failed(command: CliCommand, error: unknown, json: boolean, terminal: Terminal): number {
  if (error instanceof UsageError) {
    terminal.complain(`converge ${command.name}: ${error.message}`);
    for (const line of commandHelp(command).slice(0, 1)) terminal.complain(line);
    terminal.complain(`converge ${command.name} --help tells more.`);
    return EXIT.refused;
  }
  if (!(error instanceof ConvergeError)) throw error;
  if (json) {
    const findings = Array.isArray(error.cause) ? { findings: error.cause } : {};
    terminal.json({ type: 'error', code: error.code, message: error.message, ...findings });
  }
  terminal.complain(`converge ${command.name}: ${error.message} (${error.code})`);
  return exitCodeOfFailure(error.code);
}

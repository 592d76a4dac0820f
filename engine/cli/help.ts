import type { CliCommand, Option } from './command';

export function programHelp(commands: readonly CliCommand[]): readonly string[] {
  const width = Math.max(...commands.map((command) => command.name.length));
  return [
    'Usage: converge <command> [options]',
    '',
    'Runs flows of agents and checks in honest loops: a judge proposes, the engine decides.',
    '',
    ...commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`),
    '',
    'converge <command> --help tells more; converge --version the version.',
    '',
    'Exit codes: 0 complete, 1 failed, 2 wrong use or a flow with errors, 3 stopped by a bound, 4 stopped by open latches,',
    '5 waiting, 6 any other stop, 130 cancelled.',
  ];
}

export function commandHelp(command: CliCommand): readonly string[] {
  const options = Object.entries(command.options).map(
    ([name, option]) => [optionName(name, option), option.help] as const,
  );
  const width = Math.max(0, ...options.map(([name]) => name.length));
  return [
    `Usage: converge ${command.name} ${command.takes}`.trimEnd(),
    '',
    `${command.summary}.`,
    ...(options.length > 0 ? ['', ...options.map(([name, help]) => `  ${name.padEnd(width)}  ${help}`)] : []),
    ...(command.more ? ['', ...command.more] : []),
  ];
}

const optionName = (name: string, option: Option): string =>
  `${option.short ? `-${option.short}, ` : ''}--${name}${option.value ? ` <${option.value}>` : ''}`;

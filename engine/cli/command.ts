import type { ParseArgsConfig } from 'node:util';
import type { Terminal } from './terminal';

/** One command of the program. */
export interface CliCommand {
  readonly name: string;
  /** What stands behind the name in the usage line. */
  readonly takes: string;
  readonly summary: string;
  /** Lines of help below the options, if any. */
  readonly more?: readonly string[];
  readonly options: Readonly<Record<string, Option>>;
  /** Least and most positional arguments. */
  readonly arguments: readonly [number, number];
  readonly run: (given: Given, terminal: Terminal) => Promise<number>;
}

export type Option = NonNullable<ParseArgsConfig['options']>[string] & {
  /** What the value is called in help; none for a switch. */
  readonly value?: string;
  readonly help: string;
};

/** The arguments as parsed: values of options by name, and the rest in order. */
export interface Given {
  readonly values: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;
  readonly positionals: readonly string[];
}

/** The person used the program wrongly: the message says what and shows how to use it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export function text(given: Given, name: string): string | undefined {
  const value = given.values[name];
  return typeof value === 'string' ? value : undefined;
}

export const isOn = (given: Given, name: string): boolean => given.values[name] === true;

export function texts(given: Given, name: string): readonly string[] {
  const value = given.values[name];
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

export function argument(given: Given, index: number): string {
  const value = given.positionals[index];
  if (value === undefined) throw new UsageError(`argument ${index + 1} is missing`);
  return value;
}

import { printable } from '../run/printable';

export type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'dim' | 'strong';

export interface Line {
  readonly text: string;
  readonly tone: Tone;
}

/** Where a command writes. What it prints may come from files and workers, so nothing of it can steer the terminal. */
export interface Terminal {
  readonly print: (line: string | Line) => void;
  /** To the error stream: warnings and what went wrong. */
  readonly complain: (line: string | Line) => void;
  /** One JSON value on one line of standard output. */
  readonly json: (value: unknown) => void;
  /** A person can be asked: both ends are a terminal. */
  readonly interactive: boolean;
}

export function terminalOf(streams: Streams, options: { readonly colour: boolean }): Terminal {
  const write = (stream: Streams['stdout'], line: string | Line) => {
    const { text, tone } = typeof line === 'string' ? { text: line, tone: 'plain' as const } : line;
    stream.write(`${options.colour && stream.isTTY === true ? coloured(printable(text), tone) : printable(text)}\n`);
  };
  return {
    print: (line) => write(streams.stdout, line),
    complain: (line) => write(streams.stderr, line),
    json: (value) => streams.stdout.write(`${escaped(JSON.stringify(value))}\n`),
    interactive: streams.stdin.isTTY === true && streams.stdout.isTTY === true,
  };
}

/** JSON leaves characters as they are that steer some terminals or turn the order of what is read; escaped it says the same. */
const escaped = (json: string): string =>
  json.replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\u061c]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

export interface Streams {
  readonly stdin: { readonly isTTY?: boolean };
  readonly stdout: { readonly isTTY?: boolean; readonly write: (text: string) => unknown };
  readonly stderr: { readonly isTTY?: boolean; readonly write: (text: string) => unknown };
}

/** Codes of ECMA-48 (SGR): how a tone begins and ends. */
const CODES: Readonly<Record<Tone, readonly [number, number] | null>> = {
  plain: null,
  good: [32, 39],
  bad: [31, 39],
  warn: [33, 39],
  dim: [2, 22],
  strong: [1, 22],
};

function coloured(text: string, tone: Tone): string {
  const codes = CODES[tone];
  return codes === null ? text : `\u001b[${codes[0]}m${text}\u001b[${codes[1]}m`;
}

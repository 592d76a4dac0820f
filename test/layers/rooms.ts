/** A part of the source and what it may import besides itself. */
export interface Room {
  readonly name: string;
  readonly holds: RegExp;
  /** Names of rooms. */
  readonly rooms: readonly string[];
  readonly packages: readonly string[];
  readonly node: boolean;
}

const core = ['engine', 'engine/flow', 'engine/ports.ts', 'engine/trace', 'engine/loops', 'engine/steps', 'engine/run'];
const upTo = (name: string) => core.slice(0, core.indexOf(name));
const within = (folder: string) => new RegExp(`^${folder}/`);
const expression = 'engine/flow/expression.ts';
const wholeCore = [...core, expression, 'engine/index.ts'];
const machine = [...wholeCore, 'engine/node'];
const react = ['react', 'react-dom'];
const webview = ['webview/protocol.ts', 'webview', 'webview/canvas', 'webview/controls', ...wholeCore];

const pure = (name: string, rooms: readonly string[], packages: readonly string[], holds = within(name)): Room => {
  return { name, holds, rooms, packages, node: false };
};
const onNode = (name: string, rooms: readonly string[], packages: readonly string[]): Room => {
  return { name, holds: within(name), rooms, packages, node: true };
};

/** The import table. The first room that holds a file is its room. */
export const ROOMS: readonly Room[] = [
  pure('engine/index.ts', wholeCore, [], /^engine\/index\.ts$/),
  pure('engine/ports.ts', ['engine', 'engine/flow'], [], /^engine\/ports\.ts$/),
  pure('engine', [], ['zod'], /^engine\/[^/]+\.ts$/),
  pure(expression, ['engine', 'engine/flow'], ['@marcbachmann/cel-js'], /^engine\/flow\/expression\.ts$/),
  pure('engine/flow', ['engine', expression], ['zod', 'jsonc-parser']),
  pure('engine/trace', [...upTo('engine/trace'), expression], ['zod']),
  pure('engine/loops', [...upTo('engine/loops'), expression], ['zod']),
  pure('engine/steps', [...upTo('engine/steps'), expression], ['zod']),
  pure('engine/run', [...upTo('engine/run'), expression], ['zod']),
  onNode('engine/node', wholeCore, ['zod', 'picomatch']),
  onNode('engine/runner', machine, ['zod']),
  onNode('engine/cli', [...machine, 'engine/runner'], ['zod']),
  pure('webview/protocol.ts', wholeCore, [], /^webview\/(protocol|timelineProtocol)\.ts$/),
  pure('webview/canvas', webview, [...react, 'reactflow'], /^webview\/(designer\/canvas|compare\/board)\//),
  pure('webview/controls', webview, [...react, '@vscode/webview-ui-toolkit']),
  pure('webview', webview, react),
  pure('extension/rows', wholeCore, []),
  // The debug adapter speaks its protocol and nothing of VS Code: it also runs as a program of its own, and says what the
  // program says.
  onNode(
    'extension/debug/adapter',
    [...machine, 'engine/runner', 'engine/cli', 'extension/rows'],
    ['@vscode/debugadapter', '@vscode/debugprotocol', 'zod'],
  ),
  // The terminal of a task prints what the program does.
  onNode('extension/tasks', [...machine, 'engine/runner', 'engine/cli', 'extension', 'extension/rows'], ['vscode']),
  onNode(
    'extension',
    [
      ...machine,
      ...['engine/runner', 'webview/protocol.ts', 'extension/rows', 'extension/debug/adapter', 'extension/tasks'],
    ],
    ['vscode', 'zod', 'diff'],
  ),
];

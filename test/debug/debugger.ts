import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DebugClient } from '@vscode/debugadapter-testsupport';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { beforeAll, onTestFinished, vi } from 'vitest';
import { builtPrograms } from '../built';
import { scratch } from '../node/scratch';
import { until } from '../until';

let dist = '';

/** The adapter and the runner as they stand, for the tests of a file. */
export function withAdapter(): void {
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 90_000 });
  beforeAll(async () => {
    dist = await builtPrograms();
  });
}

export const runnerProgram = () => ({
  execPath: process.execPath,
  runnerPath: join(dist, 'runner.js'),
  env: process.env,
});

type Body<T extends { readonly body: unknown }> = T['body'];

/** A debugger that is connected to an adapter process of its own, with all that it was told. */
export interface Debugger {
  readonly client: DebugClient;
  /** Initializes, sends the request, sets what is to be set, and says that all of it is. */
  readonly open: (request: 'launch' | 'attach', args: object, set?: () => Promise<unknown>) => Promise<void>;
  /** The next stop that was not taken yet. */
  readonly stopped: () => Promise<Body<DebugProtocol.StoppedEvent>>;
  /** The next event of this name that was not taken yet. */
  readonly event: (name: string) => Promise<{ readonly body?: unknown }>;
  /** Whether such an event is there to be taken. */
  readonly has: (name: string) => boolean;
  readonly frames: () => Promise<readonly DebugProtocol.StackFrame[]>;
  /** Names of frames, the innermost first, and their lines. */
  readonly stack: () => Promise<readonly string[]>;
  /** All that is below each scope of the top frame, one variable a line. */
  readonly everything: () => Promise<string>;
  readonly value: (expression: string, context?: string) => Promise<string>;
  /** What was put out so far, by category. */
  readonly output: (category: string) => string;
  /** Ends the adapter as a crash does. */
  readonly kill: () => void;
}

const EVENTS =
  'initialized stopped continued output exited terminated capabilities breakpoint converge.at converge.run'.split(' ');

/** @param approve `any`, or empty: nothing may be started */
export async function startDebugger(root: string, approve = 'any'): Promise<Debugger> {
  // The library starts a file and gives it no arguments.
  const start = join(scratch(), 'start.cjs');
  const args = JSON.stringify([...(approve === '' ? [] : ['--approve', approve]), '--root', root]);
  const adapter = JSON.stringify(join(dist, 'debugAdapter.js'));
  writeFileSync(start, `process.argv.push(...${args});\nrequire(${adapter});\n`);
  const client = new DebugClient(process.execPath, start, 'converge', { stdio: 'pipe' });
  const waiting = new Map<string, { readonly body?: unknown }[]>(EVENTS.map((name) => [name, []]));
  const put: { readonly category: string; readonly output: string }[] = [];
  for (const name of EVENTS) {
    client.on(name, (event: DebugProtocol.Event) => {
      if (name === 'output') put.push(event.body);
      else waiting.get(name)?.push(event);
    });
  }
  await client.start();
  const kill = () => void Reflect.get(client, '_adapterProcess')?.kill('SIGKILL');
  onTestFinished(kill);
  const event = (name: string) => until(`the event ${name}`, () => waiting.get(name)?.shift());
  const frames = async () => (await client.stackTraceRequest({ threadId: 1 })).body.stackFrames;

  const below = async (variablesReference: number, indent: string): Promise<readonly string[]> => {
    const { variables } = (await client.variablesRequest({ variablesReference })).body;
    const lines: string[] = [];
    for (const { name, value, variablesReference: inner } of variables) {
      lines.push(`${indent}${name}: ${value}`, ...(inner === 0 ? [] : await below(inner, `${indent}  `)));
    }
    return lines;
  };
  return {
    client,
    open: async (request, more, set = async () => undefined) => {
      await client.initializeRequest();
      const opened = client.send(request, more);
      await Promise.race([event('initialized'), opened.then(() => event('initialized'))]);
      await set();
      await client.configurationDoneRequest();
      await opened;
    },
    stopped: async () => (await event('stopped')).body as Body<DebugProtocol.StoppedEvent>,
    event,
    has: (name) => (waiting.get(name)?.length ?? 0) > 0,
    frames,
    stack: async () =>
      (await frames()).map(({ name, line, source }) => `${name}${source === undefined ? '' : ` :${line}`}`),
    everything: async () => {
      const [top] = await frames();
      const { scopes } = (await client.scopesRequest({ frameId: top?.id ?? 0 })).body;
      const lines: string[] = [];
      for (const { name, variablesReference } of scopes) lines.push(name, ...(await below(variablesReference, '  ')));
      return lines.join('\n');
    },
    value: async (expression, context = 'watch') =>
      (await client.evaluateRequest({ expression, context, frameId: (await frames())[0]?.id ?? 0 })).body.result,
    output: (category) => put.flatMap((one) => (one.category === category ? [one.output] : [])).join(''),
    kill,
  };
}

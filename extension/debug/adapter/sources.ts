import { readFile } from 'node:fs/promises';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { parseFlow } from '../../../engine/flow/parse';
import { stepLinesOf } from '../../../engine/flow/stepLines';
import { at } from '../../../engine/json';
import { say } from '../../rows/say';
import type { BreakpointText } from './breakpoints';
import type { Client } from './client';
import type { FlowText } from './runTexts';

/** The texts that the editor is shown: files, and a run's own copies under numbers. */
export interface Sources {
  readonly of: (text: FlowText, client: Client) => DebugProtocol.Source;
  /** The text behind a number. */
  readonly copy: (reference: number) => FlowText | null;
  readonly breakpointText: (source: DebugProtocol.Source, client: Client) => Promise<BreakpointText>;
  /** One name for what the editor calls by a path or a number. */
  readonly keyOf: (source: DebugProtocol.Source, client: Client) => string;
}

export function createSources(): Sources {
  const copies: FlowText[] = [];
  const referenceOf = (text: FlowText): number => {
    const known = copies.findIndex((copy) => copy.text === text.text && copy.flow === text.flow);
    return known >= 0 ? known + 1 : copies.push(text);
  };
  const copy = (reference: number) => copies[reference - 1] ?? null;
  return {
    of: (text, client) =>
      text.path === null
        ? { name: text.name, sourceReference: referenceOf(text), origin: say('as this run has it') }
        : { name: text.name, path: client.pathOut(text.path) },
    copy,
    breakpointText: async ({ path, sourceReference = 0 }, client) => {
      const known = copy(sourceReference);
      if (known !== null) return known;
      const text = path === undefined ? null : await readFile(client.pathIn(path), 'utf8').catch(() => null);
      if (text === null) return { flow: null, steps: [] };
      const parsed = parseFlow(text);
      const flow = parsed.broken === null ? at(parsed.value ?? undefined, ['id']) : undefined;
      return { flow: typeof flow === 'string' ? flow : null, steps: stepLinesOf(parsed) };
    },
    keyOf: ({ path = '', sourceReference = 0 }, client) =>
      sourceReference > 0 ? `copy ${sourceReference}` : client.pathIn(path),
  };
}

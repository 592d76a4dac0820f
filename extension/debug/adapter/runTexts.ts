import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { ParsedFlow } from '../../../engine/flow/parse';
import { parseFlow } from '../../../engine/flow/parse';
import type { StepLines } from '../../../engine/flow/stepLines';
import { stepLinesOf } from '../../../engine/flow/stepLines';
import type { JsonPath } from '../../../engine/json';
import { canonicalJson, isObject } from '../../../engine/json';
import type { RunState } from '../../../engine/run/state';
import { findFlow } from '../../../engine/runner/findFlow';
import type { FlowVersion } from '../../../engine/runner/flowVersions';
import { flowInForce } from '../../../engine/runner/flowVersions';

/** The text in which a flow of a run is shown. */
export interface FlowText {
  /** The id of the flow. */
  readonly flow: string;
  /** Its file, where that still says what the run does; null: the run's own copy is shown. */
  readonly path: string | null;
  /** For people: the file's name. */
  readonly name: string;
  readonly text: string;
  readonly parsed: ParsedFlow;
  readonly steps: readonly StepLines[];
}

/** The flows of a run as they are in force, and the texts in which they are shown. */
export interface RunTexts {
  readonly version: FlowVersion;
  /** By the name of a call; null: the run's own flow. */
  readonly of: (name: string | null) => FlowText | null;
  readonly all: readonly FlowText[];
}

/**
 * Reads them. Null where the run folder has no copy of its flow. A file that was edited since counts where it still has the
 * same steps and loops: comments, places and layout may differ.
 */
export async function readRunTexts(folder: string, root: string, state: RunState): Promise<RunTexts | null> {
  if (state.head === null) return null;
  const version = await flowInForce(folder, state).catch(() => null);
  if (version === null) return null;
  const own = await textOf(version.text, version.flow.id, resolve(root, state.head.flow.path));
  const called = new Map<string, FlowText>();
  for (const [name, { text, flow }] of version.called) {
    const path = await findFlow(name, root, root).catch(() => null);
    called.set(name, await textOf(text, flow.id, path));
  }
  return {
    version,
    of: (name) => (name === null ? own : (called.get(name) ?? null)),
    all: [own, ...called.values()].filter((one, at, all) => all.findIndex(({ flow }) => flow === one.flow) === at),
  };
}

async function textOf(copy: string, flow: string, path: string | null): Promise<FlowText> {
  const file = path === null ? null : await readFile(path, 'utf8').catch(() => null);
  const shown = file !== null && meansTheSame(file, copy) ? { path, text: file } : { path: null, text: copy };
  const parsed = parseFlow(shown.text);
  const name = path === null ? `${flow}.converge.json` : basename(path);
  return { flow, ...shown, name, parsed, steps: stepLinesOf(parsed) };
}

/** Workers are put in place for a run, and a layout is only drawn. */
function meansTheSame(one: string, other: string): boolean {
  if (one === other) return true;
  const meaning = (text: string): string | null => {
    const { value } = parseFlow(text);
    if (!isObject(value)) return null;
    const { workers: _, layout: __, ...rest } = value;
    return canonicalJson(rest);
  };
  const found = meaning(one);
  return found !== null && found === meaning(other);
}

/** Where a value stands in a text: the key that holds it, from line and column 1. */
export function placeIn({ parsed }: FlowText, path: JsonPath): { readonly line: number; readonly column: number } {
  const { line, column } = path.length === 0 ? { line: 1, column: 1 } : parsed.keyRangeOf(path);
  return { line, column };
}

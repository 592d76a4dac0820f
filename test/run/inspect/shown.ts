import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Flow } from '../../../engine/flow/schema';
import type { Driving } from '../../../engine/run/driving';
import type { Holding } from '../../../engine/run/hold';
import { framesOf } from '../../../engine/run/inspect/frames';
import type { FlowsInForce } from '../../../engine/run/inspect/levels';
import { scopesOf } from '../../../engine/run/inspect/scopes';
import type { Variable } from '../../../engine/run/inspect/variable';
import { drive } from '../../../engine/run/run';
import type { RunState } from '../../../engine/run/state';
import type { Entry } from '../../../engine/trace/entry';
import type { Within } from '../../../engine/trace/scope';
import type { RunOptions } from '../../fakes/runs';
import { opening } from '../../fakes/runs';
import type { World } from '../../fakes/world';
import { scratch } from '../../node/scratch';

/** The stack as a debugger lists it, one frame a line. */
export const stackText = (state: RunState, flows: FlowsInForce | null, within: Within = '', step?: string): string =>
  framesOf(state, flows, { within, step })
    .map(({ name, also, path }) => `${also ? '+ ' : ''}${name}${path === null ? '' : ` @${path.join('.')}`}`)
    .join('\n');

/** Variables with all that is in them, to a depth, one a line. */
export const variablesText = (variables: readonly Variable[], indent = ''): string =>
  variables
    .flatMap(({ name, value, inside }) => [
      `${indent}${name}: ${value}`,
      ...(inside === null ? [] : [variablesText(inside.page(0, 1000), `${indent}  `)]),
    ])
    .join('\n');

/** Everything that a debugger could show at a place. */
export function everythingAt(state: RunState, flows: FlowsInForce | null, within: Within): string {
  return framesOf(state, flows, { within })
    .flatMap((frame) => [
      JSON.stringify(frame),
      ...scopesOf(state, flows, frame).map(({ name, variables }) => `${name}\n${variablesText(variables(), '  ')}`),
    ])
    .join('\n');
}

export interface Carried {
  readonly seen: readonly { readonly entry: Entry; readonly state: RunState }[];
  /** A run folder with the trace. */
  readonly folder: string;
}

/** Carries a run, keeping what its carrier had at each entry, and the trace as a file. */
export async function carried(
  flow: Flow,
  world: World,
  options: RunOptions = {},
  onStart: (run: Driving) => void = () => undefined,
  holding?: Holding,
): Promise<Carried> {
  const seen: { readonly entry: Entry; readonly state: RunState }[] = [];
  const driving = drive(
    flow,
    opening(flow, options),
    world.ports(),
    (entry, state) => seen.push({ entry, state }),
    holding,
  );
  onStart(driving);
  await driving.parked;
  const folder = scratch();
  writeFileSync(join(folder, 'trace.ndjson'), world.lines.map((line) => `${line}\n`).join(''));
  return { seen, folder };
}

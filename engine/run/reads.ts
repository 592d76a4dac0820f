import type { ExpressionEnv } from '../flow/expression';
import type { Json, JsonObject } from '../json';
import { left } from '../loops/bounds';
import { readChannels } from '../loops/channels';
import type { Workspace } from '../ports';
import { HELD_OUT, holdOutFailed, shown } from '../steps/holdOut';
import type { StepResult } from '../trace/result';
import type { Due } from '../trace/scope';
import type { Plan } from './plan';
import { caps } from './raised';
import type { RunState } from './state';

/** What a called step is for, beside the state: the item of a map, or the task of a plan. */
export interface Extra {
  readonly item?: Json;
  readonly task?: Json;
}

/**
 * The data that a step's `reads` name: outputs of steps (a step that has not run reads as empty), `channel:<name>`,
 * `inputs.<name>`, `item`, `task`, and files.
 */
export async function readsOf(
  plan: Plan,
  state: RunState,
  workspace: Workspace,
  reads: readonly string[],
  extra: Extra = {},
): Promise<JsonObject> {
  const channels = reads.some((name) => name.startsWith(CHANNEL))
    ? readChannels(plan.flow.channels, state.channels)
    : {};
  const found = await Promise.all(
    reads.map(async (name): Promise<readonly [string, Json]> => {
      // What a called step is given stands before a step of that name.
      if ((name === 'item' || name === 'task') && extra[name] !== undefined) return [name, extra[name]];
      if (Object.hasOwn(plan.flow.steps, name)) {
        const result = state.steps[name]?.result;
        return [name, result === undefined ? '' : outputOf(result)];
      }
      if (name.startsWith(CHANNEL)) return [name, channels[name.slice(CHANNEL.length)] ?? null];
      if (name.startsWith(INPUT)) return [name, state.inputs[name.slice(INPUT.length)] ?? null];
      return [name, (await workspace.readText(name)) ?? ''];
    }),
  );
  return Object.fromEntries(found);
}

const CHANNEL = 'channel:';
const INPUT = 'inputs.';

/** What other steps and expressions see of a result. */
export function outputOf(result: StepResult): Json {
  switch (result.kind) {
    case 'work':
    case 'map':
    case 'call':
      return result.output;
    case 'verify':
      return {
        clean: result.clean,
        commands: shown(result.commands).map(({ command, clean, reason, tests, failures, tail }) => ({
          command,
          clean,
          reason,
          ...(tests === undefined ? {} : { tests: { ...tests } }),
          failures: failures.slice(0, 20).map((failure) => ({ ...failure })),
          ...(tail === undefined ? {} : { output: tail }),
        })),
        ...(holdOutFailed(result.commands) ? { heldOut: HELD_OUT } : {}),
      };
    case 'judge':
      return { goalMet: result.judgment.read === 'met', lesson: result.judgment.lesson };
    case 'gate':
      return {
        passed: result.read === 'passed',
        score: result.score,
        reasons: [...result.reasons],
        feedback: result.feedback,
      };
    case 'router':
      return { to: result.to, why: result.why };
    case 'ask':
      return { choice: result.choice };
    case 'join':
      return null;
    case 'plan':
      return { state: result.state, reason: result.reason, blocked: result.blocked.map((task) => ({ ...task })) };
    case 'watch':
      return result.payload;
  }
}

/** What CEL sees. Spend that is not proven is null, so that no condition can count it as zero. */
export function expressionEnv(plan: Plan, state: RunState, due?: Due, extra: Extra = {}): ExpressionEnv {
  const { usd, tokens, unknownUsd, unknownTokens } = state.spend;
  const { spendCap, budget } = caps(plan, state, undefined);
  const rest = left(state.spend, spendCap, budget);
  const reason = (id: string) => (due?.handoff?.loop === id ? due.handoff.reason : '');
  return {
    state: readChannels(plan.flow.channels, state.channels),
    inputs: state.inputs,
    steps: Object.fromEntries(
      Object.entries(state.steps).map(([id, { visits, outcome, result }]) => [
        id,
        { output: outputOf(result), visits, outcome },
      ]),
    ),
    gates: Object.fromEntries(
      Object.entries(state.gates).map(([id, { attempts, decision, verdict }]) => [
        id,
        {
          attempts,
          passed: decision === 'passed',
          score: verdict.score,
          reasons: [...verdict.reasons],
          feedback: verdict.feedback,
        },
      ]),
    ),
    loops: {
      ...Object.fromEntries(
        Object.entries(state.loops).map(([id, { pass, total, stalled }]) => [id, { pass, total, stalled }]),
      ),
      ...Object.fromEntries(
        Object.entries(state.groups).map(([id, { batch, iteration, total }]) => [
          id,
          { pass: 0, total, stalled: 0, batch, iteration, reason: reason(id) },
        ]),
      ),
      ...Object.fromEntries(
        Object.entries(state.improves).map(([id, { round: iteration, total, stale: stalled, best, reason: ended }]) => [
          id,
          { pass: 0, total, stalled, iteration, best: best === null ? null : { ...best }, reason: ended ?? '' },
        ]),
      ),
    },
    budget: {
      usd: unknownUsd > 0 ? null : usd,
      tokens: unknownTokens > 0 ? null : tokens,
      unknown: unknownUsd > 0 || unknownTokens > 0,
      usdLeft: unknownUsd > 0 ? null : (rest.usd ?? null),
      tokensLeft: unknownTokens > 0 ? null : (rest.tokens ?? null),
    },
    ...extra,
  };
}

import type { ExpressionEnv } from '../flow/expression';
import type { Flow } from '../flow/schema';
import type { Json, JsonObject } from '../json';
import type { Workspace } from '../ports';
import type { StepResult } from '../trace/result';
import type { RunState } from './state';

/** The data that a step's `reads` name: outputs of steps (a step that has not run reads as empty) and files. */
export async function readsOf(
  flow: Flow,
  state: RunState,
  workspace: Workspace,
  reads: readonly string[] = [],
): Promise<JsonObject> {
  const found = await Promise.all(
    reads.map(async (name): Promise<readonly [string, Json]> => {
      if (Object.hasOwn(flow.steps, name)) {
        const result = state.steps[name]?.result;
        return [name, result === undefined ? '' : outputOf(result)];
      }
      return [name, (await workspace.readText(name)) ?? ''];
    }),
  );
  return Object.fromEntries(found);
}

/** What other steps and expressions see of a result. */
function outputOf(result: StepResult): Json {
  switch (result.kind) {
    case 'work':
      return result.output;
    case 'verify':
      return {
        clean: result.clean,
        commands: result.commands.map(({ command, clean, reason, tests, failures, tail }) => ({
          command,
          clean,
          reason,
          ...(tests === undefined ? {} : { tests: { ...tests } }),
          failures: failures.slice(0, 20).map((failure) => ({ ...failure })),
          ...(tail === undefined ? {} : { output: tail }),
        })),
      };
    case 'judge':
      return { goalMet: result.judgment.read === 'met', lesson: result.judgment.lesson };
    case 'router':
      return { to: result.to, why: result.why };
    case 'ask':
      return { choice: result.choice };
  }
}

/** What CEL sees. Spend that is not proven is null, so that no condition can count it as zero. */
export function expressionEnv(state: RunState): ExpressionEnv {
  const { usd, tokens, unknownUsd, unknownTokens } = state.spend;
  return {
    steps: Object.fromEntries(
      Object.entries(state.steps).map(([id, { visits, outcome, result }]) => [
        id,
        { output: outputOf(result), visits, outcome },
      ]),
    ),
    loops: Object.fromEntries(
      Object.entries(state.loops).map(([id, { pass, total, stalled }]) => [id, { pass, total, stalled }]),
    ),
    budget: {
      usd: unknownUsd > 0 ? null : usd,
      tokens: unknownTokens > 0 ? null : tokens,
      unknown: unknownUsd > 0 || unknownTokens > 0,
    },
  };
}

import * as z from 'zod';
import type { JsonObject } from '../../../json';
import type { StopSignal } from '../../../ports';
import type { ToolSpec } from './modelAnswer';

/** A tool that a model may use, and what comes of it. Never throws: what goes wrong is told to the model. */
export interface ModelTool {
  readonly spec: ToolSpec;
  readonly use: (input: JsonObject, stop: StopSignal) => Promise<ToolOutcome>;
}

export interface ToolOutcome {
  /** For the model. */
  readonly text: string;
  readonly failed?: true;
  /** It was not allowed. For people. */
  readonly denied?: string;
  /** The file that was written, relative to the workspace, with `/`. */
  readonly wrote?: string;
}

export const failed = (text: string): ToolOutcome => ({ text, failed: true });

export const denied = (what: string, why: string): ToolOutcome => ({
  text: `Not allowed: ${why}`,
  failed: true,
  denied: `${what}: ${why}`.slice(0, 300),
});

/** A tool whose input is read with a schema before anything is done. */
export function modelTool<Input>(
  name: string,
  description: string,
  input: z.ZodType<Input>,
  use: (input: Input, stop: StopSignal) => Promise<ToolOutcome>,
): ModelTool {
  const { $schema: _, ...schema } = z.toJSONSchema(input) as JsonObject;
  return {
    spec: { name, description, input: schema },
    use: async (given, stop) => {
      const read = input.safeParse(given);
      if (!read.success) return failed(`The input of "${name}" does not fit: ${z.prettifyError(read.error)}`);
      return use(read.data, stop);
    },
  };
}

import * as z from 'zod';
import type { Usage } from '../../ports';
import { reportedUsage } from './reportedUsage';
import { editSchema } from './scriptedEdits';
import type { TurnPlace } from './turnPlace';

const number = z.int().min(0);

export const scriptedTurn = z.strictObject({
  step: z.string().min(1).optional(),
  pass: number.optional(),
  visit: number.optional(),
  attempt: number.optional(),
  text: z.string().optional(),
  structured: z.json().optional(),
  branch: z.string().optional(),
  claims: z.strictObject({ changedFiles: z.array(z.string()).optional() }).optional(),
  usage: z
    .union([
      z.literal('absent'),
      z.strictObject({
        inputTokens: number.optional(),
        outputTokens: number.optional(),
        cachedInputTokens: number.optional(),
        usd: z.number().min(0).optional(),
      }),
    ])
    .optional()
    .describe('What the turn reports; "absent": it reports nothing. Not given: it is free'),
  edits: z.array(editSchema).optional(),
  denials: z.array(z.string()).optional(),
  fail: z.enum(['failed', 'refused', 'timed-out', 'protocol-error']).optional(),
  delayMs: z.int().min(0).max(86_400_000).optional(),
});

export const scriptedTurns = z.array(scriptedTurn);
export type ScriptedTurn = z.infer<typeof scriptedTurn>;

/** The first turn whose given fields all name the place. */
export const turnFor = (turns: readonly ScriptedTurn[], place: TurnPlace): ScriptedTurn | undefined =>
  turns.find((turn) =>
    (['step', 'pass', 'visit', 'attempt'] as const).every(
      (field) => turn[field] === undefined || turn[field] === place[field],
    ),
  );

export function scriptedUsage(usage: ScriptedTurn['usage']): Usage {
  if (usage === undefined) return { state: 'free' };
  if (usage === 'absent') return { state: 'absent', why: 'the script says so' };
  return reportedUsage(usage, false);
}

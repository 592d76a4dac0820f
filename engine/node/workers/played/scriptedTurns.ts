import * as z from 'zod';
import { canonicalJson, isObject } from '../../../json';
import type { TurnRequest, Usage } from '../../../ports';
import { reportedUsage } from '../reportedUsage';
import { editSchema } from './scriptedEdits';

const number = z.int().min(0);

export const scriptedTurn = z.strictObject({
  step: z.string().min(1).optional(),
  pass: number.optional(),
  visit: number.optional(),
  attempt: number.optional(),
  item: z.json().optional().describe('The item of the map that it is for'),
  task: z.string().optional().describe('The id of the plan’s task that it is for'),
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
export const turnFor = (turns: readonly ScriptedTurn[], place: ScriptedPlace): ScriptedTurn | undefined =>
  turns.find(
    (turn) =>
      (['step', 'pass', 'visit', 'attempt'] as const).every(
        (field) => turn[field] === undefined || turn[field] === place[field],
      ) &&
      (turn.task === undefined || (isObject(place.task) && place.task.id === turn.task)) &&
      (turn.item === undefined || (place.item !== undefined && canonicalJson(turn.item) === canonicalJson(place.item))),
  );

/** Where a turn stands, and what it is for. */
export type ScriptedPlace = Pick<TurnRequest, 'step' | 'pass' | 'visit' | 'attempt' | 'item' | 'task'>;

export function scriptedUsage(usage: ScriptedTurn['usage']): Usage {
  if (usage === undefined) return { state: 'free' };
  if (usage === 'absent') return { state: 'absent', why: 'the script says so' };
  return reportedUsage(usage, false);
}

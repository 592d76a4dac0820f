import * as z from 'zod';
import { ISOLATIONS, SANDBOX_POLICIES } from '../names';

export const sandboxPolicySchema = z.enum(SANDBOX_POLICIES);

/** Where a run works, and what holds the programs that it starts. */
export const workspaceSchema = z.strictObject({
  isolation: z
    .enum(ISOLATIONS)
    .optional()
    .describe('in-place: in the workspace itself (default). worktree: in a git worktree of its own, made from HEAD'),
  bring: z
    .array(z.string().min(1))
    .optional()
    .describe('For a worktree: files and folders that are copied into it, such as node_modules or .env'),
  commitEachPass: z
    .boolean()
    .optional()
    .describe('For a worktree: one commit on the branch converge/<run> at the end of each pass'),
  sandbox: sandboxPolicySchema
    .optional()
    .describe('required: programs run in a sandbox or nothing starts. preferred: where there is one. off (default)'),
  offline: z.boolean().optional().describe('Commands of steps have no network in the sandbox; workers always have it'),
});

import * as z from 'zod';
import { cel, commandSchema, duration, id, next, target, workCheckSchema } from './parts';

const title = z.string().optional().describe('Shown instead of the id');
const reads = z
  .array(z.string().min(1))
  .optional()
  .describe('Step ids, channel:<name>, inputs.<name>, item, task or file paths, given to the worker as data');
const writes = z
  .union([z.string().min(1), z.record(z.string(), cel)])
  .optional()
  .describe('A channel (or channel.field) that takes the output, or a map of such to CEL over "output"');
const ASKED = 'What the worker is asked to do';
const prompt = z.string().describe(ASKED);
const worker = z.string().min(1).describe('A name from "workers" or the settings');

const tried = {
  attempts: z
    .int()
    .min(1)
    .max(100)
    .optional()
    .describe('How often the step is tried before it counts as failed (default 1)'),
  timeout: duration.optional().describe('Limit for one attempt (default 30m for workers)'),
};

const cache = z
  .strictObject({
    key: cel.describe('CEL: equal keys, equal work'),
    ttl: duration.optional().describe('How long it counts'),
  })
  .optional()
  .describe('Skips work that was done before under the same key');

const effect = z
  .strictObject({
    key: cel.describe('CEL: names the one effect'),
    onIncomplete: z.enum(['error', 'rerun', 'skip']).optional().describe('When it may have happened (default error)'),
    onError: z.enum(['keep', 'release']).optional().describe('What a failure leaves of the claim (default keep)'),
  })
  .optional()
  .describe('Guards an effect outside: claim, run, commit');

const workStep = z.strictObject({
  kind: z.literal('work').describe('One turn of a worker that makes something'),
  title,
  reads,
  writes,
  ...tried,
  worker,
  prompt: z.string().min(1).describe(ASKED),
  access: z
    .enum(['write', 'read'])
    .optional()
    .describe('read: a change of the workspace voids the answer (default write)'),
  output: z.record(z.string(), z.json()).optional().describe('JSON Schema of the structured answer'),
  check: workCheckSchema.optional().describe('All that must hold before the step counts as done'),
  cache,
  effect,
  next: next.optional(),
  routes: z.strictObject({ failed: target.optional(), incomplete: target.optional() }).optional(),
  branches: z.record(id, target).optional().describe('Weak routes: the worker may name one'),
});

const verifyStep = z.strictObject({
  kind: z.literal('verify').describe('The engine runs commands: evidence'),
  title,
  writes,
  commands: z.array(commandSchema).min(1).describe('Run one after the other; all of them have to succeed'),
  mayChange: z.array(z.string().min(1)).optional().describe('Paths whose change is no tampering, such as a lock file'),
  next: next.optional(),
  routes: z.strictObject({ fail: target.optional() }).optional(),
});

const judgeStep = z.strictObject({
  kind: z.literal('judge').describe('A worker proposes whether the goal is met; the engine decides'),
  title,
  reads,
  writes,
  ...tried,
  worker,
  prompt: prompt.optional(),
  next: next.describe('Where a confirmed goal leads'),
});

const simpleEvaluators = [
  z.strictObject({ worker, prompt: prompt.optional() }),
  z.strictObject({ commands: z.array(commandSchema).min(1) }),
  z.strictObject({ when: cel }),
] as const;

export const evaluatorSchema = z.union([
  ...simpleEvaluators,
  z.strictObject({ all: z.array(z.union([...simpleEvaluators])).min(1) }),
]);

const gateStep = z.strictObject({
  kind: z.literal('gate').describe('Passes, sends back, or gives up after some attempts'),
  title,
  reads,
  writes,
  ...tried,
  evaluator: evaluatorSchema.describe('What gives the verdict: a worker, commands, a condition, or all of several'),
  maxAttempts: z.int().min(1).max(1_000_000).optional().describe('Visits before it escalates (default 3)'),
  next,
  routes: z.strictObject({ revise: target, escalate: target }),
});

const routerStep = z.strictObject({
  kind: z.literal('router').describe('Decides where to go on, and does nothing else'),
  title,
  reads,
  ...tried,
  cases: z
    .array(z.strictObject({ when: cel.describe('CEL: the condition'), to: target }))
    .optional()
    .describe('The first one that is true is taken'),
  else: target.optional().describe('Where it leads when nothing else does'),
  worker: worker.optional(),
  prompt: prompt.optional(),
  branches: z.record(id, target).optional(),
});

const askStep = z.strictObject({
  kind: z.literal('ask').describe('A person answers; the run waits'),
  title,
  writes,
  question: z.string().min(1).describe('What the person is asked'),
  choices: z.array(id).min(1).describe('What may be answered'),
  artifact: z.string().optional().describe('A step id or file shown beside the question'),
  deadline: duration.optional().describe('How long it waits for an answer'),
  default: id.optional().describe('The choice taken at the deadline'),
  routes: z.record(id, target).describe('One target for each choice'),
});

const mapStep = z.strictObject({
  kind: z.literal('map').describe('Calls a step once for each item of a list'),
  title,
  writes,
  over: cel.describe('CEL: the list whose items are worked on'),
  step: id.describe('The step that is called once for each item, with "item"'),
  maxConcurrency: z.int().min(1).max(64).optional().describe('Items at once (default: the flow’s concurrency)'),
  onFailure: z
    .enum(['discard', 'collect'])
    .optional()
    .describe('discard: one failed item fails the step (default). collect: it is listed beside the others'),
  cache,
  next,
  routes: z.strictObject({ failed: target.optional() }).optional(),
});

const joinStep = z.strictObject({
  kind: z.literal('join').describe('Waits for branches that run at once'),
  title,
  wait: z.enum(['all', 'any']).optional().describe('all: every branch alive in its wave (default). any: the first'),
  next,
});

const planStep = z.strictObject({
  kind: z.literal('plan').describe('Runs tasks as they become ready'),
  title,
  channel: id.describe('A byKey channel with the fields "tasks" and "results"'),
  handlers: z.record(id, id).describe('Task kind → the step that is called with "task"'),
  maxFanout: z.int().min(1).max(1000).optional().describe('Tasks in one round (default 4)'),
  onIdle: target.describe('Where it leads when nothing can be run now'),
  routes: z.strictObject({ complete: target.optional(), stalled: target.optional() }).optional(),
});

const watchStep = z.strictObject({
  kind: z.literal('watch').describe('Polls a command until something happens outside'),
  title,
  writes,
  poll: commandSchema.describe('Prints one JSON line: { outcome: idle | activity | terminal, payload?, cursor? }'),
  interval: duration.optional().describe('Between polls (default 60s)'),
  deadline: duration.optional().describe('From its start; needs the route "deadline"'),
  strict: z.boolean().optional().describe('A failed poll ends the wait by the route "failed"'),
  routes: z.strictObject({
    activity: target,
    terminal: target,
    failed: target.optional(),
    deadline: target.optional(),
  }),
});

const callStep = z.strictObject({
  kind: z.literal('call').describe('Runs another flow inside this run'),
  title,
  writes,
  flow: z.string().min(1).describe('Id of a flow of this workspace, or its path'),
  input: z.record(id, cel).optional().describe('Input of the called flow → CEL'),
  output: cel.optional().describe('CEL over the called flow’s state: what this step gives back'),
  cache,
  next: next.optional(),
  routes: z
    .strictObject({
      stopped: target.optional(),
      handoff: target.optional(),
      escalated: target.optional(),
      failed: target.optional(),
    })
    .optional(),
});

export const stepSchema = z.discriminatedUnion('kind', [
  workStep,
  verifyStep,
  judgeStep,
  gateStep,
  routerStep,
  askStep,
  mapStep,
  joinStep,
  planStep,
  watchStep,
  callStep,
]);

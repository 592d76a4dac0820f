import { isInWorktree, isOffline, runPolicy } from '../flow/isolation';
import type { Command, Evaluator, Flow, WorkerSpec } from '../flow/schema';
import type { Json } from '../json';
import { canonicalJson } from '../json';
import type { Ports } from '../ports';
import { payingOf } from './paidTurns';
import { printable } from './printable';
import type { PayingMachine } from './whoDoes';
import type { UsedWorker } from './workersIn';
import { workersIn } from './workersIn';

/**
 * A flow file is code. What a person approves is exactly what would be executed in their name:
 *
 * R1 Every command: program and arguments or shell text, its folder, and its environment with the values; of a secret its
 *    name. What stands in a file that a command starts is no part of it.
 * R2 Every worker that a step names, with all its options as they are after overrides and defaults, and whether it may write.
 * R3 Where it works and what holds its programs: another worktree, another sandbox, other files that are brought into it.
 * R4 Where a worker costs money: the caps of what is spent, and the prices that its turns are counted with.
 * R5 Titles, prompts, routes, other caps and layout are no part of it: changing them asks nobody again.
 */
export interface Approval {
  /** 64 hex characters; the same for the same R1 to R4, whatever the order of keys in the file. */
  readonly hash: string;
  /** In the order of the file, without repetitions. */
  readonly commands: readonly ApprovedCommand[];
  readonly workers: readonly UsedWorker[];
  /** R3 in words; none where it works in the workspace itself, without a sandbox. */
  readonly place: readonly string[];
  /** Names of environment variables that commands and workers are given, sorted. */
  readonly env: readonly string[];
  /** Names of secrets that commands are given, sorted. */
  readonly secrets: readonly string[];
}

export interface ApprovedCommand {
  readonly step: string;
  /** Program and arguments, or the shell text, for people. */
  readonly text: string;
  /** Relative to the workspace root; `.` is the root. */
  readonly cwd: string;
  /** Where it is not simply run each time: when it is run, for people. */
  readonly runs?: string;
}

/** What a flow, or a flow and those that it calls, would execute on a machine whose settings know these workers and prices. */
export function approvalOf(
  flow: Flow | readonly Flow[],
  digest: Ports['digest'],
  machine: Partial<PayingMachine> = {},
): Approval {
  const flows = [flow].flat();
  const commands = flows.flatMap(commandsOf);
  const workers = flows.flatMap((each) => workersIn(each, machine));
  const executed = {
    commands: commands.map(({ command }) => executedCommand(command)).sort(),
    workers: workers.map(({ name, spec, access }) => canonicalJson({ name, spec: asJson(spec), access })).sort(),
    ...placeOf(flows),
    ...payingOf(flows, machine),
  };
  return {
    hash: digest(canonicalJson(executed)),
    commands: distinct(
      commands.map(({ step, command }) => {
        const runs = whenRun(command);
        return { step, text: commandText(command), cwd: command.cwd ?? '.', ...(runs === undefined ? {} : { runs }) };
      }),
    ),
    workers,
    place: placeLines(flows),
    secrets: [...new Set(flows.flatMap(secretsOf).map(({ secret }) => secret))].sort(),
    env: [
      ...new Set([...commands.flatMap(({ command }) => Object.keys(command.env ?? {})), ...workerEnv(workers)]),
    ].sort(),
  };
}

/** A secret that a step's command is given. */
export interface GivenSecret {
  readonly step: string;
  readonly secret: string;
}

export const secretsOf = (flow: Flow): readonly GivenSecret[] =>
  commandsOf(flow).flatMap(({ step, command }) =>
    Object.values(command.env ?? {}).flatMap((value) => (typeof value === 'string' ? [] : [{ step, ...value }])),
  );

/**
 * Text of a flow in a line of its own: nothing in it can begin another line, hide itself, or turn the order of what is read.
 */
const oneLine = (text: string): string => printable(text.replaceAll('\n', '⏎').replaceAll('\t', ' '));

/** The list that a person approves, for terminals, cards and messages. */
export function approvalLines(approval: Approval): readonly string[] {
  const { commands, workers, place: where, env, secrets, hash } = approval;
  const place = (cwd: string) => (cwd === '.' ? '' : ` (in ${cwd})`);
  const lines = [
    ...commands.map(
      ({ step, text, cwd, runs }) =>
        `  command of ${step}: ${text}${place(cwd)}${runs === undefined ? '' : `; ${runs}`}`,
    ),
    ...workers.map(
      ({ name, spec, access, steps, role, fallback }) =>
        `  worker ${name} for ${steps.join(', ')}: ${workerText(spec)}, may ${access}${fallback === true ? ` (this machine's default for ${role})` : ''}`,
    ),
    ...where.map((line) => `  ${line}`),
    ...(env.length > 0 ? [`  environment given: ${env.join(', ')}`] : []),
    ...(secrets.length > 0 ? [`  secrets given: ${secrets.join(', ')}`] : []),
    `  hash: ${hash}`,
  ];
  return lines.map(oneLine);
}

/** As it is hashed; nothing of it where a flow says nothing, so that what was approved stays so. */
function placeOf(flows: readonly Flow[]): { readonly place?: Json } {
  const [own] = flows;
  if (own === undefined || placeLines(flows).length === 0) return {};
  const bring = isInWorktree(own) ? [...(own.workspace?.bring ?? [])].sort() : [];
  const commits = isInWorktree(own) && own.workspace?.commitEachPass === true;
  return {
    place: { worktree: isInWorktree(own), bring, commits, sandbox: runPolicy(flows), offline: isOffline(flows) },
  };
}

/** Where a run of these flows works and what holds its programs, in words; the first one is the run's own. */
function placeLines(flows: readonly Flow[]): readonly string[] {
  const [own] = flows;
  const policy = runPolicy(flows);
  const { bring = [], commitEachPass } = own?.workspace ?? {};
  return [
    ...(own !== undefined && isInWorktree(own)
      ? [
          'works in a git worktree of its own, made from HEAD',
          ...(bring.length > 0 ? [`copied into it: ${bring.join(', ')}`] : []),
          ...(commitEachPass === true ? ['one commit a pass on the branch converge/<run>'] : []),
        ]
      : []),
    ...(policy === 'off' ? [] : [`sandbox: ${policy}${isOffline(flows) ? ', commands without network' : ''}`]),
  ];
}

const MOST_SHOWN = 2000;

function workerText(spec: WorkerSpec | null): string {
  if (spec === null) return 'unknown';
  const { use, ...options } = spec;
  const given = JSON.stringify(options);
  if (given === '{}') return use;
  // What is cut off is said: it is approved, too.
  const rest = given.length - MOST_SHOWN;
  return `${use} ${rest > 0 ? `${given.slice(0, MOST_SHOWN)}… (and ${rest} more characters: read them in the flow)` : given}`;
}

/** A command as a person reads it: arguments with spaces in quotes. */
const commandText = (command: Pick<Command, 'run' | 'shell'>): string =>
  command.shell ??
  (command.run ?? []).map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word))).join(' ');

/** What a person could not tell from the command: that it runs more often, or only at the end and unseen. */
function whenRun({ confirm, holdout }: Command): string | undefined {
  const times = confirm === undefined ? '' : `, ${confirm} times in all`;
  if (holdout === true) return `run only to confirm a claim${times}, and never shown to a worker`;
  return confirm === undefined ? undefined : `run again to confirm a claim${times}`;
}

/** Every command of the flow with the step it belongs to, in the order of the file. */
export function commandsOf(flow: Flow): readonly { readonly step: string; readonly command: Command }[] {
  return Object.entries(flow.steps).flatMap(([step, value]) => {
    if (value.kind === 'verify') return value.commands.map((command) => ({ step, command }));
    if (value.kind === 'work' && value.check?.command !== undefined) return [{ step, command: value.check.command }];
    if (value.kind === 'watch') return [{ step, command: value.poll }];
    if (value.kind === 'gate')
      return evaluatorsOf(value)
        .flatMap(commandsIn)
        .map((command) => ({ step, command }));
    return [];
  });
}

const evaluatorsOf = ({ evaluator }: Extract<Flow['steps'][string], { kind: 'gate' }>): readonly Evaluator[] =>
  'all' in evaluator ? evaluator.all : [evaluator];
const commandsIn = (evaluator: Evaluator): readonly Command[] => ('commands' in evaluator ? evaluator.commands : []);

function workerEnv(workers: readonly UsedWorker[]): readonly string[] {
  return workers.flatMap(({ spec }) => {
    const env = spec?.env;
    const apiKeyEnv = spec?.apiKeyEnv;
    const key = typeof apiKeyEnv === 'string' ? [apiKeyEnv] : [];
    if (Array.isArray(env)) return [...key, ...env.filter((name): name is string => typeof name === 'string')];
    return [...key, ...(typeof env === 'object' && env !== null ? Object.keys(env) : [])];
  });
}

const executedCommand = ({ run, shell, cwd, env }: Command): string =>
  canonicalJson({ run: run ?? null, shell: shell ?? null, cwd: cwd ?? '.', env: env ?? {} });
const asJson = (spec: WorkerSpec | null): Json => JSON.parse(JSON.stringify(spec));
const distinct = (commands: readonly ApprovedCommand[]): readonly ApprovedCommand[] => [
  ...new Map(commands.map((command) => [`${command.cwd}\n${command.text}\n${command.runs}`, command])).values(),
];

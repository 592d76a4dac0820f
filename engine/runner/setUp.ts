import { ConvergeError } from '../failure';
import type { Command, Flow, WorkerSpec } from '../flow/schema';
import type { Issue } from '../issue';
import { allowedEnvironment, commandEnvironment } from '../node/environment';
import { findProgram } from '../node/program';
import { SECRET_PREFIX } from '../node/secrets';
import type { WorkerHost } from '../node/workers/host';
import { workerIssues, workersOf } from '../node/workers/registry';
import { commandsOf, secretsOf } from '../run/approval';
import type { DefaultWorkers } from '../run/whoDoes';
import { workersIn } from '../run/workersIn';

/**
 * Throws one set-up error that names everything that is missing and where it was looked for: `git-missing`, `secret-missing`, `worker-unknown`, `program-missing`, or `flow-unreadable` for options that no adapter takes. Looks
 * before anything is made and before any pass: a program that is not there must not use up the passes.
 */
export async function assertSetUp(
  flow: Flow,
  settings: Readonly<Record<string, WorkerSpec>>,
  host: WorkerHost,
  defaults: DefaultWorkers = {},
): Promise<void> {
  assertGit(host.workspaceRoot);
  assertSecrets(flow, host);
  const used = workersIn(flow, { workers: settings, defaults });
  refuseIssues(workerIssues(used, flow, settings, {}, host, defaults));
  const worker = workersOf(flow, settings, {}, host, defaults);
  const probes = await Promise.all(
    used.map(async ({ name, role }) => {
      const probe = await worker(name, role)?.probe();
      return probe === undefined || probe.available
        ? []
        : [`  worker "${name}": ${probe.why ?? 'it is not available'}`];
    }),
  );
  const missing = [...missingCommands(flow, host.workspaceRoot), ...probes.flat()];
  if (missing.length === 0) return;
  const what = missing.length === 1 ? 'A program is missing' : 'Programs are missing';
  const message = [`${what}, so nothing was started. Install it or correct the flow, then start again.`, ...missing];
  throw new ConvergeError('program-missing', message.join('\n'));
}

function assertGit(root: string): void {
  const git = findProgram('git', root, allowedEnvironment());
  if (git.found) return;
  throw new ConvergeError(
    'git-missing',
    `${git.why} Converge records the workspace with git: install it from https://git-scm.com, then start again.`,
  );
}

function assertSecrets(flow: Flow, { secrets, redaction }: WorkerHost): void {
  const missing = secretsOf(flow).filter(({ secret }) => secrets?.has(secret) !== true);
  if (missing.length > 0) {
    const names = [...new Set(missing.map(({ secret }) => secret))];
    const message = [
      `${names.length === 1 ? 'A secret is' : 'Secrets are'} not stored, so nothing was started. In VS Code run "Converge: Store a Secret…"; for the program set ${names.map((name) => SECRET_PREFIX + name).join(', ')}.`,
      ...missing.map(({ step, secret }) => `  secret "${secret}" for a command of step "${step}"`),
    ];
    throw new ConvergeError('secret-missing', message.join('\n'));
  }
  const written = redaction?.namesIn(JSON.stringify(flow)) ?? [];
  if (written.length === 0) return;
  const message = `The flow "${flow.id}" holds the value of ${written.map((name) => `"${name}"`).join(', ')}, for everybody to read. Name the secret instead, as { "secret": name }, and give it another value.`;
  throw new ConvergeError('secret-missing', message);
}

const plainOf = (env: NonNullable<Command['env']>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter((each): each is [string, string] => typeof each[1] === 'string'));

function refuseIssues(issues: readonly Issue[]): void {
  const [first] = issues;
  if (first === undefined) return;
  const unknown = first.code === 'worker-unknown' || first.code === 'worker-use-unknown';
  const message = issues.map((issue) => issue.message).join('\n');
  throw new ConvergeError(unknown ? 'worker-unknown' : 'flow-unreadable', message, { cause: issues });
}

/** Only names that are looked up in PATH: a program inside the workspace may be what the flow is about to make. */
function missingCommands(flow: Flow, root: string): readonly string[] {
  return commandsOf(flow).flatMap(({ step, command }) => {
    const program = command.run?.[0];
    if (program === undefined || /[\\/]/.test(program)) return [];
    const found = findProgram(program, root, commandEnvironment(plainOf(command.env ?? {})));
    return found.found ? [] : [`  command of step "${step}": ${found.why}`];
  });
}

import { spawn } from 'node:child_process';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConvergeError } from '../failure';
import { withMappedErrors } from '../node/files';
import { asVariables } from '../node/secrets';
import type { RunnerSpec } from './runnerSpec';
import { fromRunnerSchema } from './runnerSpec';

export interface StartedRunner {
  readonly run: string;
  /** Absolute path of the run folder. */
  readonly folder: string;
  readonly pid: number;
}

/** Nothing that would make Node load more than the runner: it could come out of the folder that a window was opened in. */
function runnerEnvironment({ env, secrets }: RunnerProgram): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _options, NODE_PATH: _path, ...rest } = env;
  return { ...rest, ...asVariables(secrets ?? new Map()), ELECTRON_RUN_AS_NODE: '1' };
}

export interface RunnerProgram {
  /** Node, or the editor's own program, which runs as Node for us. */
  readonly execPath: string;
  /** Absolute path of the bundled `runner.js`. */
  readonly runnerPath: string;
  readonly env: NodeJS.ProcessEnv;
  /** What the run may need of a person's secrets, by name. They reach the runner in its environment and in no other way. */
  readonly secrets?: ReadonlyMap<string, string>;
}

/**
 * Starts a runner process, detached, and resolves once it carries the run. Throws the `ConvergeError` that it could not begin
 * with, or `runner-unreachable` with its last words where it ended without an answer. The caller may die meanwhile.
 */
export async function startRunner(spec: RunnerSpec, program: RunnerProgram): Promise<StartedRunner> {
  const place = await mkdtemp(join(tmpdir(), 'converge-start-'));
  const [specFile, outputFile] = [join(place, 'spec.json'), join(place, 'output.log')];
  const output = await withMappedErrors(place, async () => {
    await writeFile(specFile, JSON.stringify(spec), { mode: 0o600 });
    return open(outputFile, 'a', 0o600);
  });
  const child = spawn(program.execPath, [program.runnerPath, specFile], {
    cwd: tmpdir(),
    detached: true,
    env: runnerEnvironment(program),
    stdio: ['ignore', output.fd, output.fd, 'ipc'],
    windowsHide: true,
  });
  try {
    return await new Promise<StartedRunner>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', () => reject(null));
      child.once('message', (message) => {
        const answer = fromRunnerSchema.parse(message);
        if (answer.type === 'ready') resolve({ run: answer.run, folder: answer.folder, pid: answer.pid });
        else reject(new ConvergeError(answer.code, answer.message));
      });
    });
  } catch (thrown) {
    const words = await readFile(outputFile, 'utf8').catch(() => '');
    await rm(place, { recursive: true, force: true });
    if (thrown instanceof ConvergeError) throw thrown;
    const said = words.trim() === '' ? 'It said nothing.' : `Its last words:\n${words.slice(-2000).trim()}`;
    const message = `The runner ${program.runnerPath} ended before it carried the run. ${said}`;
    throw new ConvergeError('runner-unreachable', message, { cause: thrown });
  } finally {
    if (child.connected) child.disconnect();
    child.unref();
    await output.close();
  }
}

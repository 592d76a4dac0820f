import type { Commands, RunFolderPort, Worker, Workspace } from '../ports';
import type { Redaction } from './redact';

/**
 * Ports through which no known secret comes into a run: what programs, workers and files say is redacted before the run hears
 * of it, so that the trace, and all that is made from it, hold what the run was decided by. The artifacts and files of the
 * run folder are redacted once more, whatever they were made of.
 *
 * Ids, states and digests are ours and stay as they are: a secret that happens to be a word of ours must not break a run.
 */
export const redactedCommands = (commands: Commands, { text, value }: Redaction): Commands => ({
  run: async (request, stop) => {
    const { output, stdout, why, reports, ...rest } = await commands.run(request, stop);
    return {
      ...rest,
      output: text(output),
      ...(stdout === undefined ? {} : { stdout: stdout === null ? null : text(stdout) }),
      ...(why === undefined ? {} : { why: text(why) }),
      ...(reports === undefined ? {} : { reports: value(reports) }),
    };
  },
});

export const redactedWorker = (worker: Worker, { text, value }: Redaction): Worker => ({
  ...worker,
  run: async (turn, io) => {
    const { onProgress } = io;
    const result = await worker.run(turn, {
      ...io,
      ...(onProgress === undefined ? {} : { onProgress: (line: string) => onProgress(text(line)) }),
    });
    const { why, structured, branch, claims, session } = result;
    return {
      ...result,
      text: text(result.text),
      denials: result.denials.map(text),
      ...(result.usage.state === 'absent' ? { usage: { ...result.usage, why: text(result.usage.why) } } : {}),
      ...(why === undefined ? {} : { why: text(why) }),
      ...(structured === undefined ? {} : { structured: value(structured) }),
      ...(branch === undefined ? {} : { branch: text(branch) }),
      ...(claims === undefined ? {} : { claims: value(claims) }),
      ...(session === undefined ? {} : { session: text(session) }),
    };
  },
});

export const redactedWorkspace = <W extends Workspace>(workspace: W, { text }: Redaction): W => ({
  ...workspace,
  readText: async (path: string) => {
    const found = await workspace.readText(path);
    return found === undefined ? undefined : text(found);
  },
});

export const redactedFolder = (folder: RunFolderPort, { value }: Redaction): RunFolderPort => ({
  project: (name, written) => folder.project(name, value(written)),
  artifact: (step, visit, written) => folder.artifact(step, visit, value(written)),
});

import type { WorkerSpec } from '../flow/schema';
import type { LocalModels } from '../node/workers/models/probeModels';
import type { WorkerProbe } from '../ports';

/** What a look at this machine came to. */
export interface Looked {
  readonly agents: readonly { readonly use: string; readonly probe: WorkerProbe }[];
  readonly local: readonly LocalModels[];
  /** Language models of VS Code: `vendor/family`. */
  readonly models: readonly string[];
}

/** A worker that could be taken. */
export interface FoundWorker {
  /** `claude-code`, `llama3 (Ollama)`. */
  readonly label: string;
  /** Its version, or where it is. */
  readonly about: string;
  readonly spec: WorkerSpec;
}

export const foundWorkers = ({ agents, local, models }: Looked): readonly FoundWorker[] => [
  ...agents.flatMap(({ use, probe }) =>
    probe.available ? [{ label: use, about: versionIn(probe.version), spec: { use } }] : [],
  ),
  ...local.flatMap(({ name, baseUrl, models: names }) =>
    names.map((model) => ({
      label: `${model} (${name})`,
      about: baseUrl,
      spec: { use: 'openai-compatible', model, baseUrl },
    })),
  ),
  ...models.map((model) => ({ label: `${model} (VS Code)`, about: 'vscode-lm', spec: { use: 'vscode-lm', model } })),
];

/** Programs that are not here, each with what to do about it. */
export const missingWorkers = ({ agents }: Looked): readonly { readonly use: string; readonly why: string }[] =>
  agents.flatMap(({ use, probe }) => (probe.available ? [] : [{ use, why: probe.why ?? 'It was not found.' }]));

/** `claude-code 2.1, codex 0.17, Ollama on 11434`; empty where nothing was found. */
export const foundText = ({ agents, local, models }: Looked): string =>
  [
    ...agents.flatMap(({ use, probe }) => (probe.available ? [`${use} ${versionIn(probe.version)}`.trim()] : [])),
    ...local.map(({ name, baseUrl }) => `${name} on ${new URL(baseUrl).port}`),
    ...(models.length === 0 ? [] : [`${models.length} ${models.length === 1 ? 'model' : 'models'} of VS Code`]),
  ].join(', ');

/** The number alone, out of whatever a program says of its version. */
const versionIn = (said = ''): string => /\d+(?:\.\d+)+/.exec(said)?.[0] ?? said.slice(0, 40);

import { inspectorTexts } from '../../inspectorTexts';
import { choiceTexts } from '../choiceTexts';
import type { FieldSpec } from './spec';

const { fields, hints } = inspectorTexts;
type Fields = readonly (FieldSpec | readonly FieldSpec[])[];

/** How a command is started: a program, or a text for the shell. */
export const startFields = {
  run: { at: ['run'], label: fields.run, hint: hints.run, required: true, control: 'arguments' },
  shell: {
    at: ['shell'],
    label: fields.shell,
    hint: hints.shell,
    required: true,
    control: 'prose',
    rows: 2,
    code: true,
  },
} as const satisfies Readonly<Record<string, FieldSpec>>;

/** What every command has beside how it is started. */
export const commandFields: Fields = [
  { at: ['expect'], label: fields.expect, byDefault: 'exit', control: 'choice', options: choiceTexts.expect },
  [
    { at: ['minTests'], label: fields.minTests, byDefault: '1', control: 'whole' },
    { at: ['timeout'], label: fields.timeout, byDefault: '10m', control: 'duration' },
  ],
  { at: ['report'], label: fields.report, hint: hints.report, control: 'text' },
  [
    { at: ['confirm'], label: fields.confirm, hint: hints.confirm, byDefault: '1', control: 'whole' },
    { at: ['holdout'], label: fields.holdout, hint: hints.holdout, control: 'check' },
  ],
  { at: ['cwd'], label: fields.cwd, byDefault: '.', control: 'text' },
  { at: ['env'], label: fields.env, control: 'map', value: 'text', names: 'env' },
];

export const caseFields: Fields = [
  { at: ['when'], label: fields.when, required: true, control: 'cel' },
  { at: ['to'], label: fields.to, required: true, control: 'target' },
];

/** Each simple evaluator of a gate by what gives the verdict. */
export const evaluatorFields = {
  worker: [
    { at: ['worker'], label: fields.worker, required: true, control: 'text', suggest: 'workers' },
    { at: ['prompt'], label: fields.prompt, control: 'prose', rows: 4 },
  ],
  commands: [{ at: ['commands'], label: inspectorTexts.groups.commands, required: true, control: 'commands' }],
  when: [{ at: ['when'], label: fields.when, required: true, control: 'cel' }],
} as const satisfies Readonly<Record<string, Fields>>;

/** Of a model service that is asked over HTTP. */
const modelFields: Fields = [
  { at: ['baseUrl'], label: fields.baseUrl, hint: hints.baseUrl, control: 'text' },
  { at: ['apiKeyEnv'], label: fields.apiKeyEnv, hint: hints.apiKeyEnv, control: 'text' },
  { at: ['tools'], label: fields.tools, byDefault: 'all', control: 'choice', options: choiceTexts.tools },
  [
    { at: ['maxTurns'], label: fields.maxTurns, byDefault: '40', control: 'whole' },
    { at: ['maxTokens'], label: fields.maxTokens, control: 'whole' },
  ],
  { at: ['temperature'], label: fields.temperature, control: 'number' },
];

/** The options of each adapter beside `use` and `model`. */
export const workerFields: Readonly<Record<string, Fields>> = {
  'claude-code': [
    [
      { at: ['maxTurns'], label: fields.maxTurns, control: 'whole' },
      { at: ['maxUsd'], label: fields.maxUsd, control: 'number' },
    ],
    { at: ['allowedTools'], label: fields.allowedTools, control: 'list' },
  ],
  codex: [],
  gemini: [{ at: ['allowedTools'], label: fields.allowedTools, control: 'list' }],
  copilot: [
    { at: ['allowedTools'], label: fields.allowedTools, control: 'list' },
    { at: ['maxAiCredits'], label: fields.maxAiCredits, control: 'number' },
  ],
  opencode: [],
  'openai-compatible': modelFields,
  anthropic: modelFields,
  command: [
    startFields.run,
    { at: ['meters'], label: fields.meters, byDefault: 'none', control: 'choice', options: choiceTexts.meters },
    { at: ['env'], label: fields.envNames, hint: hints.envNames, control: 'list', names: 'env' },
  ],
  'vscode-lm': [
    { at: ['tools'], label: fields.tools, byDefault: 'all', control: 'choice', options: choiceTexts.tools },
    { at: ['maxTurns'], label: fields.maxTurns, byDefault: '40', control: 'whole' },
  ],
  script: [
    { at: ['module'], label: fields.module, required: true, control: 'text' },
    { at: ['meters'], label: fields.meters, byDefault: 'none', control: 'choice', options: choiceTexts.meters },
    { at: ['env'], label: fields.envNames, hint: hints.envNames, control: 'list', names: 'env' },
  ],
  person: [],
  scripted: [
    { at: ['file'], label: fields.file, control: 'text' },
    { at: ['turns'], label: fields.turns, hint: hints.turns, control: 'json', rows: 4, only: 'list' },
  ],
  recorded: [{ at: ['trace'], label: fields.trace, required: true, control: 'text' }],
};

/** Services have many models, and none that is meant where nobody says so. */
const NEEDS_MODEL = ['openai-compatible', 'anthropic', 'vscode-lm'];

/** What every worker has. */
export const workerUseFields = (use = ''): Fields => [
  [
    { at: ['use'], label: fields.use, required: true, control: 'text', suggest: 'uses' },
    { at: ['model'], label: fields.model, required: NEEDS_MODEL.includes(use), control: 'text' },
  ],
  {
    at: ['sandbox'],
    label: fields.sandbox,
    hint: hints.workerSandbox,
    control: 'choice',
    options: choiceTexts.sandbox,
  },
];

export const inputFields: Fields = [
  { at: ['type'], label: fields.type, required: true, control: 'choice', options: choiceTexts.type },
  { at: ['description'], label: fields.description, control: 'prose', rows: 2 },
];

export const channelFields: Fields = [
  { at: ['reducer'], label: fields.reducer, byDefault: 'last', control: 'choice', options: choiceTexts.reducer },
  { at: ['initial'], label: fields.initial, control: 'json', rows: 2 },
];

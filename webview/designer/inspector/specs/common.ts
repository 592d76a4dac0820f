import { inspectorTexts } from '../../inspectorTexts';
import { choiceTexts } from '../choiceTexts';
import type { FieldSpec, SectionSpec } from './spec';

const { fields, hints, groups } = inspectorTexts;

/** What several kinds of step have in common, each part written once. */
export const worker: FieldSpec = {
  at: ['worker'],
  label: fields.worker,
  required: true,
  control: 'text',
  suggest: 'workers',
};

export const prompt = { at: ['prompt'], label: fields.prompt, control: 'prose', rows: 6 } as const satisfies FieldSpec;

export const next: FieldSpec = { at: ['next'], label: fields.next, control: 'targets' };

export const failed: FieldSpec = { at: ['routes', 'failed'], label: fields.failed, control: 'target' };

export const branches: FieldSpec = {
  at: ['branches'],
  label: fields.branches,
  hint: hints.branches,
  control: 'map',
  value: 'target',
  names: 'id',
};

export const input: SectionSpec = {
  id: 'input',
  title: groups.input,
  fields: [{ at: ['reads'], label: fields.reads, hint: hints.reads, control: 'list', suggest: 'reads' }],
};

const writesField: FieldSpec = { at: ['writes'], label: fields.writes, hint: hints.writes, control: 'writes' };

export const writes: SectionSpec = { id: 'writes', title: groups.output, rare: true, fields: [writesField] };

/** The output of a step whose worker answers by a schema. */
export const answers: SectionSpec = {
  id: 'writes',
  title: groups.output,
  rare: true,
  fields: [
    { at: ['output'], label: fields.output, hint: hints.output, control: 'json', rows: 5, only: 'object' },
    writesField,
  ],
};

const tries: readonly FieldSpec[] = [
  { at: ['attempts'], label: fields.attempts, byDefault: '1', control: 'whole' },
  { at: ['timeout'], label: fields.timeout, byDefault: '30m', control: 'duration' },
];

export const limits: SectionSpec = { id: 'limits', title: groups.limits, fields: [tries] };

export const cache: SectionSpec = {
  id: 'cache',
  title: groups.cache,
  rare: true,
  fields: [
    { at: ['cache', 'key'], label: fields.key, hint: hints.cacheKey, required: true, control: 'cel' },
    { at: ['cache', 'ttl'], label: fields.ttl, control: 'duration', example: '7d' },
  ],
};

export const effect: SectionSpec = {
  id: 'effect',
  title: groups.effect,
  rare: true,
  fields: [
    { at: ['effect', 'key'], label: fields.key, hint: hints.effectKey, required: true, control: 'cel' },
    {
      at: ['effect', 'onIncomplete'],
      label: fields.onIncomplete,
      byDefault: 'error',
      control: 'choice',
      options: choiceTexts.onIncomplete,
    },
    {
      at: ['effect', 'onError'],
      label: fields.onError,
      byDefault: 'keep',
      control: 'choice',
      options: choiceTexts.onError,
    },
  ],
};

import { inspectorTexts } from '../../inspectorTexts';
import { branches, input, limits, next, prompt, worker, writes } from './common';
import type { SectionSpec } from './spec';

const { fields, hints, groups } = inspectorTexts;

/** Kinds that decide where to go. */
export const gate: readonly SectionSpec[] = [
  {
    id: 'verdict',
    title: groups.verdict,
    fields: [{ at: ['evaluator'], label: fields.evaluator, required: true, control: 'evaluator' }],
  },
  {
    id: 'routes',
    title: groups.routes,
    fields: [
      { ...next, label: fields.pass, required: true },
      { at: ['routes', 'revise'], label: fields.revise, required: true, control: 'target' },
      { at: ['routes', 'escalate'], label: fields.escalate, required: true, control: 'target' },
    ],
  },
  input,
  {
    ...limits,
    fields: [{ at: ['maxAttempts'], label: fields.maxAttempts, byDefault: '3', control: 'whole' }, ...limits.fields],
  },
  writes,
];

export const router: readonly SectionSpec[] = [
  {
    id: 'cases',
    title: groups.cases,
    hint: hints.cases,
    fields: [
      { at: ['cases'], label: groups.cases, control: 'cases' },
      { at: ['else'], label: fields.els, control: 'target' },
    ],
  },
  {
    id: 'what',
    title: groups.what,
    hint: hints.routerWorker,
    fields: [{ ...worker, required: false }, { ...prompt, rows: 4 }, branches],
  },
  input,
  limits,
];

export const ask: readonly SectionSpec[] = [
  {
    id: 'question',
    title: groups.question,
    fields: [
      { at: ['question'], label: fields.question, required: true, control: 'prose', rows: 3 },
      { at: ['artifact'], label: fields.artifact, hint: hints.artifact, control: 'text', suggest: 'artifacts' },
    ],
  },
  {
    id: 'choices',
    title: groups.choices,
    fields: [
      { at: ['choices'], label: fields.choices, required: true, control: 'choices', also: ['routes', 'default'] },
    ],
  },
  {
    id: 'limits',
    title: groups.limits,
    fields: [{ at: ['deadline'], label: fields.deadline, control: 'duration', example: '24h' }],
  },
  writes,
];

export const join: readonly SectionSpec[] = [
  { id: 'routes', title: groups.routes, fields: [{ ...next, required: true }] },
];

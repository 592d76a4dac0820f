import { inspectorTexts } from '../../inspectorTexts';
import { choiceTexts } from '../choiceTexts';
import type { SectionSpec } from './spec';

const { fields, hints, groups } = inspectorTexts;

/** The flow's own fields; what it names (inputs, channels, workers) is edited entry by entry. */
export const flowSections: readonly SectionSpec[] = [
  {
    id: 'identity',
    title: groups.identity,
    fields: [
      { at: ['id'], label: fields.id, required: true, control: 'text' },
      { at: ['title'], label: fields.title, control: 'text' },
      { at: ['purpose'], label: fields.purpose, control: 'prose', rows: 2 },
      { at: ['goal'], label: fields.goal, hint: hints.goal, control: 'prose', rows: 3 },
      { at: ['$schema'], label: fields.schema, hint: hints.schema, control: 'text' },
    ],
  },
  {
    id: 'start',
    title: groups.start,
    fields: [
      { at: ['start'], label: fields.start, required: true, control: 'targets', only: 'steps' },
      { at: ['main'], label: fields.main, hint: hints.main, control: 'step' },
      { at: ['terminal'], label: fields.terminal, hint: hints.terminal, control: 'step' },
      { at: ['concurrency'], label: fields.concurrency, byDefault: '4', control: 'whole' },
      { at: ['reconfigurable'], label: fields.reconfigurable, control: 'check' },
    ],
  },
  {
    id: 'budget',
    title: groups.budget,
    fields: [
      [
        { at: ['budget', 'usd'], label: fields.usd, control: 'number' },
        { at: ['budget', 'tokens'], label: fields.tokens, control: 'whole' },
      ],
      [
        { at: ['budget', 'minutes'], label: fields.minutes, hint: hints.minutes, control: 'number' },
        { at: ['budget', 'superSteps'], label: fields.superSteps, byDefault: '1000', control: 'whole' },
      ],
      {
        at: ['budget', 'onOver'],
        label: fields.onOver,
        byDefault: 'stop',
        control: 'choice',
        options: choiceTexts.onOver,
      },
    ],
  },
  {
    id: 'workspace',
    title: groups.workspace,
    rare: true,
    fields: [
      {
        at: ['workspace', 'isolation'],
        label: fields.isolation,
        hint: hints.isolation,
        byDefault: 'in-place',
        control: 'choice',
        options: choiceTexts.isolation,
      },
      { at: ['workspace', 'bring'], label: fields.bring, hint: hints.bring, control: 'list' },
      { at: ['workspace', 'commitEachPass'], label: fields.commitEachPass, control: 'check' },
      {
        at: ['workspace', 'sandbox'],
        label: fields.sandbox,
        hint: hints.sandbox,
        byDefault: 'off',
        control: 'choice',
        options: choiceTexts.sandbox,
      },
      { at: ['workspace', 'offline'], label: fields.offline, control: 'check' },
    ],
  },
];

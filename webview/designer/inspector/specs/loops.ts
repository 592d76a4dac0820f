import type { LoopType } from '../../../../engine/flow/names';
import { inspectorTexts } from '../../inspectorTexts';
import type { SectionSpec } from './spec';

const { fields, hints, groups } = inspectorTexts;

const until: readonly SectionSpec[] = [
  {
    id: 'span',
    title: groups.span,
    fields: [
      { at: ['head'], label: fields.head, required: true, control: 'step' },
      { at: ['tail'], label: fields.judge, required: true, control: 'step' },
    ],
  },
  {
    id: 'bounds',
    title: groups.bounds,
    fields: [
      { at: ['maxPasses'], label: fields.maxPasses, required: true, control: 'whole' },
      [
        { at: ['spendCap', 'usd'], label: fields.usd, control: 'number' },
        { at: ['spendCap', 'tokens'], label: fields.tokens, control: 'whole' },
      ],
      { at: ['noProgressCeiling'], label: fields.noProgressCeiling, hint: hints.noProgress, control: 'whole' },
      { at: ['onExhausted'], label: fields.onExhausted, hint: hints.exhausted, byDefault: '@stop', control: 'target' },
      { at: ['frozen'], label: fields.frozen, hint: hints.frozen, control: 'list' },
    ],
  },
  {
    id: 'notes',
    title: groups.notes,
    fields: [
      [
        { at: ['notes', 'keep'], label: fields.keep, byDefault: '20', control: 'whole' },
        { at: ['notes', 'chars'], label: fields.chars, byDefault: '600', control: 'whole' },
      ],
    ],
  },
];

const group: readonly SectionSpec[] = [
  {
    id: 'span',
    title: groups.span,
    fields: [
      { at: ['to'], label: fields.entry, required: true, control: 'step' },
      { at: ['from'], label: fields.tail, required: true, control: 'step' },
    ],
  },
  {
    id: 'bounds',
    title: groups.bounds,
    fields: [
      { at: ['maxIterations'], label: fields.maxIterations, required: true, control: 'whole' },
      { at: ['exitTo'], label: fields.exitTo, required: true, control: 'step' },
      { at: ['exitWhen'], label: fields.exitWhen, hint: hints.exitWhen, control: 'cel' },
    ],
  },
];

const improve: readonly SectionSpec[] = [
  {
    id: 'span',
    title: groups.span,
    fields: [
      { at: ['head'], label: fields.head, required: true, control: 'step' },
      { at: ['tail'], label: fields.tail, hint: hints.improveTail, required: true, control: 'step' },
    ],
  },
  {
    id: 'score',
    title: groups.score,
    fields: [
      [
        { at: ['perfect'], label: fields.perfect, byDefault: '100', control: 'number', signed: true },
        { at: ['minDelta'], label: fields.minDelta, byDefault: '0', control: 'number' },
      ],
      { at: ['restoreBest'], label: fields.restoreBest, hint: hints.restoreBest, control: 'check' },
    ],
  },
  {
    id: 'bounds',
    title: groups.bounds,
    fields: [
      [
        { at: ['maxIterations'], label: fields.maxRounds, byDefault: '20', control: 'whole' },
        { at: ['patience'], label: fields.patience, byDefault: '4', control: 'whole' },
      ],
      { at: ['onConverged'], label: fields.onConverged, control: 'target' },
      { at: ['onExhausted'], label: fields.onExhausted, hint: hints.exhausted, byDefault: '@stop', control: 'target' },
    ],
  },
];

/** The sections of each type of loop, below its id. */
export const loopSections: Readonly<Record<LoopType, readonly SectionSpec[]>> = { until, group, improve };

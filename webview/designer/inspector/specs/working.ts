import { inspectorTexts } from '../../inspectorTexts';
import { choiceTexts } from '../choiceTexts';
import { answers, branches, cache, effect, failed, input, limits, next, prompt, worker, writes } from './common';
import type { SectionSpec } from './spec';

const { fields, hints, groups } = inspectorTexts;

/** Kinds that do, look and propose. */
export const work: readonly SectionSpec[] = [
  {
    id: 'what',
    title: groups.what,
    fields: [
      worker,
      { ...prompt, required: true },
      { at: ['access'], label: fields.access, byDefault: 'write', control: 'choice', options: choiceTexts.access },
    ],
  },
  {
    id: 'routes',
    title: groups.routes,
    fields: [next, failed, { at: ['routes', 'incomplete'], label: fields.incomplete, control: 'target' }, branches],
  },
  input,
  {
    id: 'done',
    title: groups.done,
    fields: [
      {
        at: ['check', 'changedOnDisk'],
        label: fields.changedOnDisk,
        control: 'choice',
        options: choiceTexts.changedOnDisk,
      },
      { at: ['check', 'filesExist'], label: fields.filesExist, control: 'list' },
      { at: ['check', 'required'], label: fields.required, hint: hints.required, control: 'list' },
      { at: ['check', 'accept'], label: fields.accept, hint: hints.accept, control: 'list' },
      { at: ['check', 'command'], label: groups.command, control: 'command', optional: true },
    ],
  },
  limits,
  answers,
  cache,
  effect,
];

export const verify: readonly SectionSpec[] = [
  {
    id: 'commands',
    title: groups.commands,
    fields: [{ at: ['commands'], label: groups.commands, required: true, control: 'commands' }],
  },
  {
    id: 'routes',
    title: groups.routes,
    fields: [next, { at: ['routes', 'fail'], label: fields.fail, control: 'target' }],
  },
  {
    id: 'limits',
    title: groups.limits,
    fields: [{ at: ['mayChange'], label: fields.mayChange, hint: hints.mayChange, control: 'list' }],
  },
  writes,
];

export const judge: readonly SectionSpec[] = [
  { id: 'what', title: groups.what, fields: [worker, { ...prompt, hint: hints.judge, rows: 4 }] },
  { id: 'routes', title: groups.routes, fields: [{ ...next, label: fields.confirmed, required: true }] },
  input,
  limits,
  writes,
];

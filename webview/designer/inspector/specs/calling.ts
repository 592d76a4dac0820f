import { inspectorTexts } from '../../inspectorTexts';
import { choiceTexts } from '../choiceTexts';
import { cache, failed, next, writes } from './common';
import type { SectionSpec } from './spec';

const { fields, hints, groups } = inspectorTexts;

/** Kinds that call steps or flows, and those that wait for something. */
export const map: readonly SectionSpec[] = [
  {
    id: 'what',
    title: groups.what,
    fields: [
      { at: ['over'], label: fields.over, hint: hints.over, required: true, control: 'cel' },
      { at: ['step'], label: fields.calledStep, hint: hints.calledStep, required: true, control: 'step' },
      {
        at: ['onFailure'],
        label: fields.onFailure,
        byDefault: 'discard',
        control: 'choice',
        options: choiceTexts.onFailure,
      },
    ],
  },
  { id: 'routes', title: groups.routes, fields: [{ ...next, required: true }, failed] },
  {
    id: 'limits',
    title: groups.limits,
    fields: [{ at: ['maxConcurrency'], label: fields.maxConcurrency, hint: hints.maxConcurrency, control: 'whole' }],
  },
  writes,
  cache,
];

export const joinWait: SectionSpec = {
  id: 'what',
  title: groups.what,
  fields: [{ at: ['wait'], label: fields.wait, byDefault: 'all', control: 'choice', options: choiceTexts.wait }],
};

export const plan: readonly SectionSpec[] = [
  {
    id: 'tasks',
    title: groups.tasks,
    fields: [
      {
        at: ['channel'],
        label: fields.channel,
        hint: hints.planChannel,
        required: true,
        control: 'text',
        suggest: 'channels',
      },
      {
        at: ['handlers'],
        label: fields.handlers,
        hint: hints.handlers,
        required: true,
        control: 'map',
        value: 'step',
        names: 'id',
      },
    ],
  },
  {
    id: 'routes',
    title: groups.routes,
    fields: [
      { at: ['onIdle'], label: fields.onIdle, required: true, control: 'target' },
      { at: ['routes', 'complete'], label: fields.complete, control: 'target' },
      { at: ['routes', 'stalled'], label: fields.stalled, control: 'target' },
    ],
  },
  {
    id: 'limits',
    title: groups.limits,
    fields: [{ at: ['maxFanout'], label: fields.maxFanout, byDefault: '4', control: 'whole' }],
  },
];

export const watch: readonly SectionSpec[] = [
  {
    id: 'poll',
    title: groups.poll,
    hint: hints.poll,
    fields: [
      { at: ['poll'], label: groups.command, required: true, control: 'command' },
      [
        { at: ['interval'], label: fields.interval, byDefault: '60s', control: 'duration' },
        { at: ['deadline'], label: fields.deadline, control: 'duration', example: '24h' },
      ],
      { at: ['strict'], label: fields.strict, control: 'check' },
    ],
  },
  {
    id: 'routes',
    title: groups.routes,
    fields: [
      { at: ['routes', 'activity'], label: fields.activity, required: true, control: 'target' },
      { at: ['routes', 'terminal'], label: fields.ended, required: true, control: 'target' },
      failed,
      { at: ['routes', 'deadline'], label: fields.atDeadline, control: 'target' },
    ],
  },
  writes,
];

export const call: readonly SectionSpec[] = [
  {
    id: 'what',
    title: groups.what,
    fields: [
      { at: ['flow'], label: fields.flow, hint: hints.flow, required: true, control: 'called' },
      { at: ['input'], label: fields.input, hint: hints.callInput, control: 'map', value: 'cel', names: 'id' },
      { at: ['output'], label: fields.gives, hint: hints.callOutput, control: 'cel' },
    ],
  },
  {
    id: 'routes',
    title: groups.routes,
    fields: [
      next,
      failed,
      { at: ['routes', 'stopped'], label: fields.stopped, control: 'target' },
      { at: ['routes', 'handoff'], label: fields.handoff, control: 'target' },
      { at: ['routes', 'escalated'], label: fields.escalated, control: 'target' },
    ],
  },
  writes,
  cache,
];

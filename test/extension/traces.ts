import { fold } from '../../engine/run/fold';
import { foldHistory } from '../../engine/run/foldHistory';
import { EMPTY_HISTORY } from '../../engine/run/history';
import { EMPTY_STATE } from '../../engine/run/state';
import type { Decision, LatchOpening } from '../../engine/trace/decision';
import type { Entry } from '../../engine/trace/entry';
import type { StepResult } from '../../engine/trace/result';
import type { Row } from '../../extension/rows/row';
import type { RunView } from '../../extension/rows/runView';
import type { Given } from '../fakes/trace';

export const FOLDER = '/ws/.converge/runs/20260301-100000-ab12';

export function viewOf(entries: readonly Entry[], more: Partial<RunView> = {}): RunView {
  return {
    id: '20260301-100000-ab12',
    folder: FOLDER,
    state: entries.reduce(fold, EMPTY_STATE),
    history: entries.reduce(foldHistory, EMPTY_HISTORY),
    held: false,
    ...more,
  };
}

/** A tree as text: `[icon colour] label · description`, children indented; `▸` stands before what starts closed. */
export const rowsText = (rows: readonly Row[], indent = ''): string =>
  rows
    .map((row) => {
      const mark = row.children.length > 0 && row.collapsed ? '▸ ' : '';
      const look = [row.icon, row.colour].filter(Boolean).join(' ');
      const line = `${indent}${mark}[${look}] ${row.label}${row.description ? ` · ${row.description}` : ''}`;
      return [line, ...(row.children.length > 0 ? [rowsText(row.children, `${indent}  `)] : [])].join('\n');
    })
    .join('\n');

const BASELINE = {
  tree: 'a0',
  frozen: {},
  definitions: {},
  verifications: { verify: { clean: false, inventory: { ran: 10, names: null } } },
};

export const start: Given = {
  type: 'run.started',
  format: 1,
  run: '20260301-100000-ab12',
  flow: { id: 'fix-until-green', hash: 'h', path: 'fix.converge.json' },
  mode: 'autonomous',
  goal: 'All tests pass.',
  start: ['act'],
  inputs: {},
  channels: {},
  fence: 1,
  program: 'converge 0.1.0',
};

export const entered: Given = {
  type: 'commit',
  events: [
    { type: 'loop.entered', loop: 'fix', baseline: BASELINE },
    { type: 'pass.started', loop: 'fix', pass: 1, total: 1 },
  ],
  frontier: [{ step: 'act', visit: 1 }],
};

const scope = (step: string, pass: number) => ({ step, visit: pass, loop: 'fix', pass });

export const LATCH: LatchOpening = {
  id: 'step:act',
  cause: 'claim',
  step: 'act',
  claim: 'src/units.js was changed',
  reason: 'src/units.js is as it was before the step started',
  paths: ['src/units.js'],
};

/** One pass: act, verify, judge. `more`: what its end commits besides. */
export function pass(
  number: number,
  said: {
    readonly usd: number | null;
    readonly clean: boolean;
    readonly met: boolean;
    readonly marker: string;
    readonly stalled?: number;
    readonly lost?: readonly string[];
    readonly decision: 'confirmed' | 'again' | 'pass-cap';
    readonly more?: readonly Decision[];
    readonly last?: readonly Decision[];
  },
): readonly Given[] {
  const at = (step: string) => scope(step, number);
  const work: StepResult = { kind: 'work', ok: true, output: null, changed: ['src/units.js'], attempts: 1 };
  const command = {
    command: 'npm test',
    status: 'exited' as const,
    exit: said.clean ? 0 : 1,
    clean: said.clean,
    reason: said.clean ? '10 tests ran and none failed' : '2 of 10 tests failed',
    tests: { passed: said.clean ? 10 : 8, failed: said.clean ? 0 : 2, skipped: 0, deselected: 0 },
    failures: said.clean
      ? []
      : [{ name: 'adds cups', message: 'expected 3\nto be 4', file: 'test/units.test.js', line: 7 }],
    log: { path: `logs/verify.${number}.log`, bytes: 900, cut: false },
    durationMs: 900,
  };
  const verified: StepResult = {
    kind: 'verify',
    clean: said.clean,
    commands: [command],
    tests: { ran: 10, lost: said.lost ?? [] },
    tree: `a${number}`,
  };
  const judged: StepResult = {
    kind: 'judge',
    judgment: { read: said.met ? 'met' : 'not-met', found: 'true', lesson: `Lesson ${number}`, marker: said.marker },
    changed: [],
  };
  const terms = [
    { term: 'proposed', ok: said.met, reason: said.met ? 'the judge proposes met' : 'the judge does not propose it' },
    { term: 'evidence', ok: said.clean, reason: command.reason },
  ];
  const done = (step: string, result: StepResult, to: string): Decision => ({
    ...at(step),
    type: 'step.done',
    outcome: 'next',
    to: [to],
    result,
  });
  return [
    { ...at('act'), type: 'step.started', kind: 'work', attempt: 1, inputs: 'i', worker: 'implementer' },
    {
      ...at('act'),
      type: 'worker.turn',
      attempt: 1,
      worker: 'implementer',
      use: 'claude-code',
      status: 'ok',
      usage:
        said.usd === null
          ? { state: 'absent', why: 'the worker reported none' }
          : { state: 'reported', tokens: null, usd: said.usd, basis: 'worker-estimate' },
      denials: [],
      text: 'I changed the rounding.',
      exit: 0,
      log: { path: `logs/act.${number}.log`, bytes: 100, cut: false },
      durationMs: 9000,
    },
    { ...at('act'), type: 'workspace.snapshot', when: 'step-start', tree: `a${number - 1}` },
    {
      ...at('act'),
      type: 'workspace.snapshot',
      when: 'step-end',
      tree: `a${number}`,
      changed: [{ path: 'src/units.js', change: 'modified' }],
    },
    { ...at('act'), type: 'step.finished', result: work },
    { type: 'commit', events: [done('act', work, 'verify')], frontier: [{ step: 'verify', visit: number }] },
    { ...at('verify'), type: 'step.started', kind: 'verify', attempt: 1, inputs: 'i' },
    { ...at('verify'), type: 'verify.command', index: 0, result: command },
    { ...at('verify'), type: 'step.finished', result: verified },
    { type: 'commit', events: [done('verify', verified, 'judge')], frontier: [{ step: 'judge', visit: number }] },
    { ...at('judge'), type: 'step.started', kind: 'judge', attempt: 1, inputs: 'i' },
    { ...at('judge'), type: 'step.finished', result: judged },
    {
      type: 'commit',
      events: [
        { ...at('judge'), type: 'step.done', outcome: 'next', to: [], result: judged },
        {
          type: 'claim.weighed',
          loop: 'fix',
          pass: number,
          proposed: said.met ? 'met' : 'not-met',
          confirmed: said.decision === 'confirmed',
          terms,
        },
        ...(said.more ?? []),
        {
          type: 'note.added',
          loop: 'fix',
          keep: 20,
          note: { pass: number, from: 'judge', text: `Lesson ${number}` },
        },
        {
          type: 'pass.ended',
          loop: 'fix',
          pass: number,
          how: 'judged',
          stalled: said.stalled ?? 0,
          marker: said.marker,
          tree: `a${number}`,
          decision: said.decision,
        },
        ...(said.last ?? [{ type: 'pass.started', loop: 'fix', pass: number + 1, total: number + 1 }]),
      ],
      frontier: said.last ? [] : [{ step: 'act', visit: number + 1 }],
    },
  ];
}

export const opened = (number: number): Decision => ({ type: 'latch.opened', loop: 'fix', pass: number, latch: LATCH });
export const cleared = (number: number): Decision => ({
  type: 'latch.cleared',
  loop: 'fix',
  pass: number,
  latch: LATCH.id,
  evidence: 'src/units.js differs now and its check is clean',
});
export const ended = (outcome: 'complete' | 'stopped', reason: 'pass-cap' | null): Decision => ({
  type: 'run.ended',
  outcome,
  reason,
  confirmed: outcome === 'complete' ? 'evidence' : 'none',
  why: outcome === 'complete' ? 'confirmed in pass 2' : 'both passes were used up',
});

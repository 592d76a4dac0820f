import { describe, expect, it } from 'vitest';
import type { RecordedLine } from '../../engine/trace/recordedLine';
import { fitsLine } from '../../extension/rows/fittingLines';
import type { FlowFilter } from '../../extension/rows/flowFilter';
import { FLOW_FILTERS, fitsFlow, flowFilterText } from '../../extension/rows/flowFilter';
import { fitsRun, runFilterText } from '../../extension/rows/runFilter';
import type { TraceFilter } from '../../extension/rows/traceFilter';
import { traceFilterText, WHOLE_TRACE } from '../../extension/rows/traceFilter';
import { trace } from '../fakes/trace';
import { ended, entered, opened, pass, start, viewOf } from './traces';

const first = pass(1, { usd: 0.4, clean: false, met: true, marker: '"A"', decision: 'again', more: [opened(1)] });
const entries = trace(start, entered, ...first);
const lines: readonly RecordedLine[] = entries.map((entry, index) => ({ line: index + 1, entry }));

describe('a filter of runs', () => {
  const running = viewOf(entries, { held: true });
  const interrupted = viewOf(entries);
  const over = viewOf(
    trace(
      start,
      entered,
      ...pass(1, {
        usd: 0,
        clean: true,
        met: true,
        marker: '1',
        decision: 'confirmed',
        last: [ended('complete', null)],
      }),
    ),
  );

  it('shows what it is for, and nothing else', () => {
    const fitting = (filter: Parameters<typeof fitsRun>[1]) =>
      [running, interrupted, over].map((run) => fitsRun(run, filter));
    expect(fitting({ only: 'all' })).toEqual([true, true, true]);
    expect(fitting({ only: 'running' })).toEqual([true, false, false]);
    expect(fitting({ only: 'resumable' })).toEqual([false, true, false]);
    expect(fitting({ only: 'latched' })).toEqual([true, true, false]);
    expect(fitting({ only: 'waiting' })).toEqual([false, false, false]);
    expect(fitting({ only: 'flow', flow: 'fix-until-green' })).toEqual([true, true, true]);
    expect(fitting({ only: 'flow', flow: 'another' })).toEqual([false, false, false]);
  });

  it('says what it hides, and nothing where it hides nothing', () => {
    expect(runFilterText({ only: 'all' })).toBe('');
    expect(runFilterText({ only: 'flow', flow: 'fix' })).toBe('Only runs of fix');
  });
});

describe('a filter of the trace', () => {
  const types = (filter: Partial<TraceFilter>) =>
    lines
      .filter((line) => fitsLine(line, { ...WHOLE_TRACE, ...filter }))
      .map((line) => ('entry' in line ? line.entry.type : line.hidden));

  it('by kind, by step, by problems, by text, and by several of them', () => {
    expect(types({})).toHaveLength(lines.length);
    expect(new Set(types({ kind: 'commits' }))).toEqual(new Set(['commit']));
    expect(types({ kind: 'checks' })).toEqual(['verify.command']);
    expect(types({ kind: 'checks', step: 'act' })).toEqual([]);
    expect(types({ step: 'judge' })).toEqual(['step.started', 'step.finished', 'commit']);
    expect(types({ problems: true })).toEqual(['verify.command', 'commit']);
    expect(types({ text: 'ROUNDING' })).toEqual(['worker.turn']);
    expect(types({ text: 'nowhere in it' })).toEqual([]);
  });

  it('a line that cannot be read is a problem, and of no kind, step or text', () => {
    const damaged: RecordedLine = { line: 1, hidden: 'damaged' };
    const fits = (filter: Partial<TraceFilter>) => fitsLine(damaged, { ...WHOLE_TRACE, ...filter });
    expect([fits({}), fits({ problems: true })]).toEqual([true, true]);
    expect([fits({ kind: 'run' }), fits({ step: 'act' }), fits({ text: 'a' })]).toEqual([false, false, false]);
  });

  it('says what it hides', () => {
    expect(traceFilterText(WHOLE_TRACE)).toBe('');
    expect(traceFilterText({ kind: 'checks', step: 'act', problems: true, text: 'boom' })).toBe(
      'Checks and commands · of step act · only problems · with “boom”',
    );
  });
});

describe('a filter of flows', () => {
  const flow = {
    ...{ uri: 'file:///ws/a.converge.json', path: 'a.converge.json', file: '/ws/a.converge.json', workspace: 'ws' },
    ...{ id: 'a', title: 'A', steps: 1, errors: 0, warnings: 0, broken: null, parts: [] },
  };
  const bad = viewOf(
    trace(
      start,
      entered,
      ...pass(1, {
        usd: 0,
        clean: false,
        met: true,
        marker: '1',
        decision: 'pass-cap',
        last: [ended('stopped', 'pass-cap')],
      }),
    ),
  );
  const good = viewOf(
    trace(
      start,
      entered,
      ...pass(1, {
        usd: 0,
        clean: true,
        met: true,
        marker: '1',
        decision: 'confirmed',
        last: [ended('complete', null)],
      }),
    ),
  );
  const running = viewOf(entries, { held: true });

  it('shows what it is for, and nothing else', () => {
    const fitting = (filter: FlowFilter) => [undefined, running, bad, good].map((run) => fitsFlow(flow, run, filter));
    expect(fitting('all')).toEqual([true, true, true, true]);
    expect(fitting('never')).toEqual([true, false, false, false]);
    expect(fitting('running')).toEqual([false, true, false, false]);
    expect(fitting('bad')).toEqual([false, false, true, false]);
    expect(fitting('waiting')).toEqual([false, false, false, false]);
    expect(fitting('problems')).toEqual([false, false, false, false]);
    expect(fitsFlow({ ...flow, warnings: 1 }, undefined, 'problems')).toBe(true);
    expect(fitsFlow({ ...flow, broken: 'no JSON' }, undefined, 'problems')).toBe(true);
  });

  it('says what it leaves out', () => {
    const said = FLOW_FILTERS.map(flowFilterText);
    expect(said[0]).toBe('');
    expect(new Set(said).size).toBe(FLOW_FILTERS.length);
  });
});

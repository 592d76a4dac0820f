import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../engine/json';
import { errorsOf, fixedBy, flowOf, gate, verify, warningsOf, work } from './checkedFlow';

const judge: Json = { kind: 'judge', worker: 'w', next: '@complete' };
const loops: Json = { l: { type: 'until', head: 'act', tail: 'judge', maxPasses: 2 } };
const checked = (command: JsonObject) => verify('judge', { commands: [{ run: ['npm', 'test'], ...command }] });
const inLoop = (command: JsonObject) => flowOf({ act: work('check'), check: checked(command), judge }, { loops });
const outside = (command: JsonObject) =>
  flowOf({ check: verify('@complete', { commands: [{ run: ['npm', 'test'], ...command }] }) });

describe('hold-outs, runs that confirm, and reports', () => {
  it('are fine in a verification of an until loop, hold-outs alone too', () => {
    const fine: readonly JsonObject[] = [
      { holdout: true },
      { confirm: 3 },
      { holdout: true, confirm: 2 },
      { report: 'out/*.xml' },
    ];
    for (const command of fine) {
      expect(errorsOf(inLoop(command))).toEqual([]);
      expect(warningsOf(inLoop(command)).filter((one) => !one.startsWith('budget'))).toEqual(warningsOf(inLoop({})));
    }
  });

  it('where nothing is claimed a hold-out never runs, and a command runs once', () => {
    expect(errorsOf(outside({ holdout: true }))).toEqual(['holdout-never-runs steps.check.commands.0.holdout']);
    expect(errorsOf(fixedBy(outside({ holdout: true }), 'holdout-never-runs'))).toEqual([]);
    expect(errorsOf(outside({ holdout: false }))).toEqual([]);
    expect(warningsOf(outside({ confirm: 3 }))).toContain('confirm-never-used steps.check.commands.0.confirm');
    expect(warningsOf(fixedBy(outside({ confirm: 3 }), 'confirm-never-used'))).toEqual(warningsOf(outside({})));
    const gated = flowOf({ g: gate('@stop', 'g', { evaluator: { commands: [{ run: ['x'], holdout: true }] } }) });
    expect(errorsOf(gated)).toEqual(['holdout-never-runs steps.g.evaluator.commands.0.holdout']);
  });

  it('a report lies in the workspace, seen from the folder of its command', () => {
    const bad: readonly JsonObject[] = [
      { report: '../out.xml' },
      { report: '/tmp/out.xml' },
      { report: 'C:\\out.xml' },
      { cwd: 'a', report: '../../b.xml' },
    ];
    for (const command of bad)
      expect(errorsOf(inLoop(command)), JSON.stringify(command)).toEqual([
        'report-outside steps.check.commands.0.report',
      ]);
    expect(errorsOf(inLoop({ cwd: 'a/b', report: '../../out/junit.xml' }))).toEqual([]);
  });
});

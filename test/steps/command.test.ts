import { describe, expect, it } from 'vitest';
import type { Command } from '../../engine/flow/schema';
import type { CommandRequest, CommandResult } from '../../engine/ports';
import { runCommand } from '../../engine/steps/command';
import { stepContext } from './stepContext';

const ENDED: CommandResult = { status: 'exited', exit: 0, signal: null, output: '', log: null, durationMs: 1 };

/** What is asked of the port for a command of the flow, and what came of it. */
async function asked(command: Command, result: Partial<CommandResult> = {}) {
  const requests: CommandRequest[] = [];
  const commands = {
    run: async (request: CommandRequest) => {
      requests.push(request);
      return { ...ENDED, ...result };
    },
  };
  const evidence = await runCommand(stepContext({ commands }), command, 'run-0');
  return { request: requests[0], evidence };
}

describe('a command of a step', () => {
  it('SH-12 has ten minutes where the flow names no limit, and its own where it names one', async () => {
    expect((await asked({ run: ['npm', 'test'] })).request?.timeoutMs).toBe(600_000);
    expect((await asked({ run: ['npm', 'test'], timeout: '3s' })).request?.timeoutMs).toBe(3000);
  });

  it('asks for its report from the folder it is started in, and for none outside the workspace', async () => {
    expect((await asked({ run: ['x'], cwd: './web/', report: 'out/*.xml' })).request?.report).toBe('web/out/*.xml');
    expect((await asked({ run: ['x'], cwd: 'web', report: '../junit.xml' })).request?.report).toBe('junit.xml');
    expect((await asked({ run: ['x'] })).request).not.toHaveProperty('report');
    const outside = await asked({ run: ['x'], report: '../junit.xml' });
    expect(outside.request).not.toHaveProperty('report');
    expect(outside.evidence).toMatchObject({ clean: false, reason: expect.stringContaining('is not there') });
  });

  it('counts by the report that was asked for, whatever was printed', async () => {
    const reports = [{ path: 'out.xml', text: '<testsuite><testcase name="a"/></testsuite>' }];
    const { evidence } = await asked({ run: ['x'], report: 'out.xml', expect: 'tests' }, { reports });
    expect(evidence).toMatchObject({ clean: true, tests: { passed: 1 } });
    const blind = await asked({ run: ['x'], report: 'out.xml' }, { output: '12 passed\n' });
    expect(blind.evidence.clean).toBe(false);
  });
});

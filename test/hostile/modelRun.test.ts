import { describe, expect, it } from 'vitest';
import { createStop } from '../../engine/node/stop';
import { runTool } from '../../engine/node/workers/models/modelToolRun';
import type { CommandResult } from '../../engine/ports';
import { fc } from '../fc';

const CHECKS = ['npm test', 'node check.mjs'];
const never = createStop().signal;

describe('the tool of a model that runs something', () => {
  const made = () => {
    const ran: number[] = [];
    const check = async (index: number): Promise<CommandResult> => {
      ran.push(index);
      return { status: 'exited', exit: 0, signal: null, output: 'fine', log: null, durationMs: 1 };
    };
    return { ran, tool: runTool(CHECKS, check) };
  };

  it('runs the checks of the flow, by number or as they are written', async () => {
    const { ran, tool } = made();
    for (const check of [1, '2', 'npm test']) await tool.use({ check }, never);
    expect(ran).toEqual([0, 1, 0]);
  });

  it('is talked into no other command, and into none with more to it', async () => {
    const { ran, tool } = made();
    const evil = [
      'npm test; touch canary',
      'npm test && sh',
      ' npm test',
      'NPM TEST',
      '0',
      '3',
      '-1',
      '1e0',
      '__proto__',
      '',
    ];
    for (const check of [...evil, 0, 3, -1, 1.5, null, ['npm test'], { run: 'sh' }]) await tool.use({ check }, never);
    await tool.use({ check: 1, command: 'touch canary' }, never);
    await tool.use({ command: 'touch canary' }, never);
    expect(ran).toEqual([]);
  });

  it('property: whatever it is given, only checks that there are', () =>
    fc.assert(
      fc.asyncProperty(fc.oneof(fc.anything(), fc.record({ check: fc.anything() })), async (given) => {
        const { ran, tool } = made();
        await tool.use(given as never, never);
        expect(ran.every((index) => index === 0 || index === 1)).toBe(true);
      }),
    ));
});

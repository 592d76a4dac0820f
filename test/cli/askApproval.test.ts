import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { approvalFor } from '../../engine/cli/askApproval';
import type { Terminal } from '../../engine/cli/terminal';
import { scratch } from '../node/scratch';
import { fixFlow, flowOf } from '../runner/flows';

const flow = flowOf(fixFlow());

function terminal(interactive: boolean) {
  const said: string[] = [];
  const print = (line: Parameters<Terminal['print']>[0]) => said.push(typeof line === 'string' ? line : line.text);
  return { said, terminal: { print, complain: print, json: print, interactive } as Terminal };
}

/** Approvals are kept in a folder of this test. */
function away(): string {
  vi.stubEnv('XDG_CONFIG_HOME', scratch());
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  return scratch();
}

describe('the question whether a flow may execute what it does', () => {
  it('lists it, is asked once, and its yes is kept for this root', async () => {
    const root = away();
    const { said, terminal: tty } = terminal(true);
    const first = await approvalFor(flow, root, undefined, tty, async () => 'y');
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(said.join('\n')).toContain('command of verify: node check.mjs');
    const never = () => Promise.reject(new Error('it was asked again'));
    expect(await approvalFor(flow, root, undefined, tty, never)).toBe(first);
    expect(await approvalFor(flow, root, undefined, terminal(false).terminal, never)).toBe(first);
    await expect(approvalFor(flow, scratch(), undefined, tty, never)).rejects.toThrow('asked again');
  });

  it('takes anything but yes as no, and keeps nothing of it', async () => {
    const root = away();
    for (const answer of ['', 'n', 'yeah', 'yes please'])
      expect(await approvalFor(flow, root, undefined, terminal(true).terminal, async () => answer)).toBe(null);
    expect(await approvalFor(flow, root, undefined, terminal(false).terminal, async () => 'y')).toBe(null);
  });

  it('is not asked where the answer was given', async () => {
    const root = away();
    expect(await approvalFor(flow, root, 'any', terminal(true).terminal, () => Promise.reject(new Error()))).toBe(
      'any',
    );
  });
});

/**
 * A flow without faults, as many blocks long as is asked for. A block is a chain of 22 steps with short cuts, around a
 * group of three: 25 steps, 40 routes. 20 blocks are the 500 steps, 800 routes and 20 groups of a large flow.
 */
export function bigFlow(blocks: number): string {
  const steps: Record<string, unknown> = {};
  const loops: Record<string, unknown> = {};
  const work = (next: string) => ({ kind: 'work', worker: 'agent', prompt: 'Go on.', next });
  const router = (next: string, short: string) => ({
    kind: 'router',
    cases: [{ when: 'inputs.hurry', to: short }],
    else: next,
  });
  const verify = (next: string) => ({ kind: 'verify', commands: [{ run: ['node', '--version'] }], next });
  for (let block = 0; block < blocks; block++) {
    const chain = (at: number) => {
      if (at < 22) return `w${block}-${at}`;
      return block + 1 < blocks ? `w${block + 1}-0` : '@complete';
    };
    const member = (at: number) => `g${block}-${at % 3}`;
    for (let at = 0; at < 22; at++) {
      const next = at === 10 ? member(0) : chain(at + 1);
      const kind = at === 11 ? 'verify' : at % 10 > 0 && at % 10 < 9 && at < 20 ? 'router' : 'work';
      steps[chain(at)] =
        kind === 'verify' ? verify(next) : kind === 'router' ? router(next, chain(at + 2)) : work(next);
    }
    for (let at = 0; at < 3; at++) steps[member(at)] = work(member(at + 1));
    loops[`group-${block}`] = { type: 'group', from: member(2), to: member(0), maxIterations: 2, exitTo: chain(11) };
  }
  const workers = { agent: { use: 'command', run: ['node', '-e', '0'] } };
  return `${JSON.stringify({ converge: 1, id: 'big', title: 'Big', start: 'w0-0', inputs: { hurry: { type: 'boolean', default: false } }, workers, steps, loops }, null, 2)}\n`;
}

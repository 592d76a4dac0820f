import { expect, it } from 'vitest';
import { check, drive, parseFlow } from '../../engine/index';
import { world } from '../fakes/world';

it('the library reads a flow, checks it, and drives it over ports of one’s own', async () => {
  const { flow, value } = parseFlow(`{
    // Comments are welcome.
    "converge": 1, "id": "hello", "start": "greet",
    "steps": { "greet": { "kind": "work", "worker": "me", "prompt": "Say hello.", "next": "@complete" } },
  }`);
  expect(check(value).filter(({ severity }) => severity === 'error')).toEqual([]);
  if (flow === null) throw new Error('the flow has errors');
  const { ports } = world({ workers: { me: () => ({ text: 'hello' }) } });
  const of = { id: flow.id, hash: '', path: 'hello.converge.json' };
  const start = {
    kind: 'start',
    run: 'r1',
    flow: of,
    mode: 'autonomous',
    goal: '',
    inputs: {},
    channels: {},
    fence: 1,
    program: 'example',
  } as const;
  const state = await drive(flow, start, ports()).parked;
  expect(state.end).toMatchObject({ outcome: 'complete', confirmed: 'none' });
  expect(state.steps.greet?.result).toMatchObject({ kind: 'work', output: 'hello' });
});

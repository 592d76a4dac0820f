import { expect, it } from 'vitest';
import { whoDoesAt } from '../../webview/designer/inspector/whoDoesAt';

it('SH-13 a field that names a worker says who that would be here, below its own hint', () => {
  const steps = { act: { worker: 'agent' }, pass: { evaluator: { worker: 'constructor' } }, route: { worker: 'x' } };
  const whoDoes = { act: { agent: 'agent: codex.' }, pass: { other: 'other: codex.' } };
  const scene = { flow: { steps }, snapshot: { whoDoes } };
  expect(whoDoesAt(scene, ['steps', 'act', 'worker'])).toBe('agent: codex.');
  expect(whoDoesAt(scene, ['steps', 'act', 'worker'], 'Its hint.')).toBe('Its hint. agent: codex.');
  expect(whoDoesAt(scene, ['steps', 'pass', 'evaluator', 'worker'])).toBeUndefined();
  expect(whoDoesAt(scene, ['steps', 'route', 'worker'], 'Its hint.')).toBe('Its hint.');
  expect(whoDoesAt({ flow: { steps }, snapshot: {} }, ['steps', 'act', 'worker'])).toBeUndefined();
});

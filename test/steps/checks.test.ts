import { expect, it } from 'vitest';
import { flowSchema } from '../../engine/flow/schema';
import { checkTexts, openChecks } from '../../engine/steps/checks';

const test = { run: ['npm', 'test'], timeout: '2m', env: { A: '1' } };
const flowWith = (commands: readonly object[]) =>
  flowSchema.parse({
    converge: 1,
    id: 'f',
    start: 'one',
    steps: {
      one: { kind: 'verify', commands: [test, ...commands], next: 'two' },
      two: { kind: 'verify', commands: [test, { shell: 'a "b"', cwd: 'web' }], next: '@complete' },
    },
  });

it('a worker may try the flow’s verification commands, each once; those that are held out it never hears of', () => {
  const hidden = { run: ['node', 'the hidden one.mjs'] };
  const texts = (holdout: object) => checkTexts({ checks: openChecks(flowWith([{ ...hidden, ...holdout }])) });
  expect(texts({ holdout: true })).toEqual(['npm test', 'a "b" (in web)']);
  expect(texts({ holdout: false })).toEqual(['npm test', 'node "the hidden one.mjs"', 'a "b" (in web)']);
  expect(checkTexts({})).toEqual([]);
});

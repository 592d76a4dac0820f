import { expect, it } from 'vitest';
import { until } from './until';

it('until returns the first truthy answer, whatever errors came before it', async () => {
  let asked = 0;
  const ask = () => {
    asked++;
    if (asked === 1) throw new Error('not yet');
    return asked === 3 && 'here';
  };
  expect(await until('an answer', ask)).toBe('here');
  expect(asked).toBe(3);
});

it('until gives up and says what it waited for', async () => {
  await expect(until('the moon', () => false, 30)).rejects.toThrow(/30 ms waiting for the moon \(last answer: false\)/);
});

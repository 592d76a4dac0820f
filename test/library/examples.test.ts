import { expect, it } from 'vitest';
import { hello } from './examples/hello';

it('hello', async () => {
  expect(await hello('Ada')).toBe('complete: Hello, Ada!');
});

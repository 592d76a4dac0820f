import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatQuantity, parseQuantity } from '../src/quantity.js';

test('reads whole numbers and decimals', () => {
  assert.equal(parseQuantity('2'), 2);
  assert.equal(parseQuantity(' 0.75 '), 0.75);
});

test('reads a fraction', () => {
  assert.equal(parseQuantity('3/4'), 0.75);
});

test('reads a mixed number', () => {
  assert.equal(parseQuantity('1 1/2'), 1.5);
  assert.equal(parseQuantity('2 3/4'), 2.75);
});

test('refuses what is no quantity', () => {
  for (const text of ['', 'some', '1/0', '1 2', '-1']) {
    assert.throws(() => parseQuantity(text), RangeError, text);
  }
});

test('writes the fractions of the kitchen', () => {
  assert.equal(formatQuantity(0.5), '1/2');
  assert.equal(formatQuantity(2 + 1 / 3), '2 1/3');
  assert.equal(formatQuantity(4), '4');
  assert.equal(formatQuantity(1.2345), '1.23');
});

test('reads back what it wrote', () => {
  for (const amount of [0.25, 1.5, 3.75, 12]) {
    assert.equal(parseQuantity(formatQuantity(amount)), amount);
  }
});

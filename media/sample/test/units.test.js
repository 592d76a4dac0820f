import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convert, sameMeasure } from '../src/units.js';

test('turns weights into weights', () => {
  assert.equal(convert(1.5, 'kg', 'g'), 1500);
  assert.equal(convert(250, 'g', 'kg'), 0.25);
});

test('turns volumes into volumes', () => {
  assert.equal(convert(1, 'tbsp', 'tsp'), 3);
  assert.equal(convert(120, 'ml', 'cup'), 0.5);
});

test('leaves an amount alone that needs no turning', () => {
  assert.equal(convert(3, 'cup', 'cup'), 3);
  assert.equal(convert(3, null, null), 3);
});

test('does not mix weight and volume', () => {
  assert.equal(sameMeasure('g', 'ml'), false);
  assert.throws(() => convert(100, 'g', 'ml'), /cannot turn g into ml/);
});

test('names a unit that it does not know', () => {
  assert.throws(() => convert(1, 'pinch', 'g'), /unknown unit: pinch/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shoppingList } from '../src/shopping.js';

const recipe = (...ingredients) => ({
  title: 'Any',
  servings: 2,
  ingredients: ingredients.map(([amount, unit, name]) => ({ amount, unit, name })),
});

test('lists things by name', () => {
  const list = shoppingList([recipe([3, null, 'eggs'], [1, 'l', 'milk']), recipe([200, 'g', 'butter'])]);
  assert.deepEqual(
    list.map((line) => line.name),
    ['butter', 'eggs', 'milk'],
  );
});

test('adds up amounts of one unit', () => {
  const list = shoppingList([recipe([200, 'g', 'butter']), recipe([50, 'g', 'butter'])]);
  assert.deepEqual(list, [{ amount: 250, unit: 'g', name: 'butter' }]);
});

test('adds grams to kilograms', () => {
  const list = shoppingList([recipe([1, 'kg', 'flour']), recipe([250, 'g', 'flour'])]);
  assert.deepEqual(list, [{ amount: 1.25, unit: 'kg', name: 'flour' }]);
});

test('adds cups to millilitres', () => {
  const list = shoppingList([recipe([500, 'ml', 'milk']), recipe([2, 'cup', 'milk'])]);
  assert.deepEqual(list, [{ amount: 980, unit: 'ml', name: 'milk' }]);
});

test('keeps what is weighed apart from what is poured', () => {
  const list = shoppingList([recipe([100, 'g', 'honey']), recipe([2, 'tbsp', 'honey'])]);
  assert.equal(list.length, 2);
});

test('leaves the recipes as they were', () => {
  const bread = recipe([500, 'g', 'flour']);
  shoppingList([bread, recipe([500, 'g', 'flour'])]);
  assert.equal(bread.ingredients[0].amount, 500);
});

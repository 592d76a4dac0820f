import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseIngredient, scaleRecipe } from '../src/recipe.js';

const soup = {
  title: 'Leek soup',
  servings: 4,
  ingredients: [
    { amount: 600, unit: 'g', name: 'leek' },
    { amount: 1, unit: 'l', name: 'stock' },
  ],
};

test('reads amount, unit and name', () => {
  assert.deepEqual(parseIngredient('250 g rye flour'), { amount: 250, unit: 'g', name: 'rye flour' });
});

test('reads a mixed number before the unit', () => {
  assert.deepEqual(parseIngredient('1 1/2 cup milk'), { amount: 1.5, unit: 'cup', name: 'milk' });
});

test('reads things that are counted', () => {
  assert.deepEqual(parseIngredient('3 eggs'), { amount: 3, unit: null, name: 'eggs' });
});

test('refuses a line without an amount', () => {
  assert.throws(() => parseIngredient('salt to taste'), /starts with an amount/);
});

test('scales every ingredient and leaves the recipe as it was', () => {
  const forSix = scaleRecipe(soup, 6);
  assert.deepEqual(
    forSix.ingredients.map((item) => item.amount),
    [900, 1.5],
  );
  assert.equal(forSix.servings, 6);
  assert.equal(soup.ingredients[0].amount, 600);
});

test('refuses to cook for nobody', () => {
  assert.throws(() => scaleRecipe(soup, 0), /more than 0/);
});

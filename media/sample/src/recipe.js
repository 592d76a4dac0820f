import { parseQuantity } from './quantity.js';
import { isUnit } from './units.js';

/** Reads one line of a recipe: an amount, a unit if there is one, and a name. `1 1/2 cup milk`, `3 eggs`. */
export function parseIngredient(line) {
  const parts = /^([\d./]+(?:\s+\d+\/\d+)?)\s+(.+)$/.exec(line.trim());
  if (!parts) throw new SyntaxError(`an ingredient starts with an amount: "${line}"`);

  const amount = parseQuantity(parts[1]);
  const [first, ...others] = parts[2].split(/\s+/);
  return isUnit(first) && others.length > 0
    ? { amount, unit: first, name: others.join(' ') }
    : { amount, unit: null, name: parts[2] };
}

/** The same recipe for another number of servings. The recipe given stays as it is. */
export function scaleRecipe(recipe, servings) {
  if (!(servings > 0)) throw new RangeError(`servings must be more than 0, not ${servings}`);
  const factor = servings / recipe.servings;
  return {
    ...recipe,
    servings,
    ingredients: recipe.ingredients.map((item) => ({ ...item, amount: item.amount * factor })),
  };
}

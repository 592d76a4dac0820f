import { sameMeasure } from './units.js';

/**
 * One list for many recipes, by name. What can be added up is one line, in the unit that came first; a thing that is
 * weighed here and poured there stays two lines.
 */
export function shoppingList(recipes) {
  const list = [];
  for (const item of recipes.flatMap((recipe) => recipe.ingredients)) {
    const line = list.find((other) => other.name === item.name && sameMeasure(other.unit, item.unit));
    if (line) {
      line.amount += item.amount;
    } else {
      list.push({ ...item });
    }
  }
  return list.sort((a, b) => a.name.localeCompare(b.name));
}

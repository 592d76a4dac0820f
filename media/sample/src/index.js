export { formatQuantity, parseQuantity } from './quantity.js';
export { convert, sameMeasure } from './units.js';
export { parseIngredient, scaleRecipe } from './recipe.js';
export { shoppingList } from './shopping.js';

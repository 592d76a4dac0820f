/**
 * The templates that come with Converge, in the order in which they are offered: `media/templates/<name>.converge.json`.
 * What each is called and what it is for stands in the file. The last one is a beginning and no recipe.
 */
export const TEMPLATES = [
  'fix-until-green',
  'improve',
  'plan-and-review',
  'critic-and-builder',
  'fan-out-and-gate',
  'dual-state-search',
  'plan-as-data',
  'budget-aware',
  'skip-work-done',
  'protected-effect',
  'watch-and-respond',
  'refine-with-main',
  'optimizer-batches',
  'empty',
] as const;

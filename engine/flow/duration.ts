const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of a duration such as `10m`; `undefined` for anything else. */
export function durationMs(text: string): number | undefined {
  const parts = /^(\d+)(ms|s|m|h|d)$/.exec(text);
  const unit = parts?.[2] === undefined ? undefined : UNIT_MS[parts[2]];
  return unit === undefined ? undefined : Number(parts?.[1]) * unit;
}

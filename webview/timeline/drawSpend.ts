import { xOf } from './axis';
import type { HeadDrawn } from './headDrawn';
import { timelineTexts as texts } from './timelineTexts';

/**
 * The spend as a curve that only rises, with the caps as lines over the time for which they held. Where turns are unknown
 * the curve is only what is proven: it is dashed, and each further unknown turn is marked below.
 */
export function drawSpend(to: CanvasRenderingContext2D, drawn: HeadDrawn, top: number, height: number): void {
  const { snapshot, view, width, colours } = drawn;
  const { points, now, caps } = snapshot.spend;
  const unit = now.usd > 0 || caps.some((cap) => cap.unit === 'usd') ? 'usd' : 'tokens';
  const shown = caps.filter((cap) => cap.unit === unit);
  const most = Math.max(now[unit], ...shown.map(({ value }) => value), ...points.map((point) => point[unit]), 1e-9);
  const floor = top + height - 8;
  const yOf = (value: number) => floor - (value / most) * (height - 24);
  const end = Math.min(width, xOf(snapshot.whole.to, view, width));

  let before: (typeof points)[number] | null = null;
  const unknownOf = (point: typeof before) => point?.[unit === 'usd' ? 'unknownUsd' : 'unknownTokens'] ?? 0;
  const drawTo = (x: number, next: number | null) => {
    const start = Math.max(0, before === null ? xOf(snapshot.whole.from, view, width) : xOf(before.at, view, width));
    const value = before?.[unit] ?? 0;
    to.strokeStyle = colours.spend;
    to.lineWidth = 2;
    to.setLineDash(unknownOf(before) > 0 ? [4, 3] : []);
    to.beginPath();
    to.moveTo(start, yOf(value));
    to.lineTo(x, yOf(value));
    if (next !== null) to.lineTo(x, yOf(next));
    to.stroke();
  };
  for (const point of points) {
    const x = xOf(point.at, view, width);
    if (x >= 0) drawTo(x, point[unit]);
    if (x >= 0 && x <= width && unknownOf(point) > unknownOf(before)) {
      to.fillStyle = colours.unknown;
      to.textAlign = 'center';
      to.fillText('?', x, floor + 3);
      to.textAlign = 'start';
    }
    before = point;
  }
  if (points.length > 0) drawTo(end, null);
  to.setLineDash([]);
  for (const { label, value, from, to: until } of shown) {
    const x = Math.max(0, xOf(from, view, width));
    const over = Math.min(end, until === null ? end : xOf(until, view, width));
    if (over <= x) continue;
    const y = Math.round(yOf(value)) + 0.5;
    to.strokeStyle = colours.cap;
    to.lineWidth = 1;
    to.setLineDash([8, 3]);
    to.beginPath();
    to.moveTo(x, y);
    to.lineTo(over, y);
    to.stroke();
    to.setLineDash([]);
    const text = `${label}: ${unit === 'usd' ? `$${value.toFixed(2)}` : value.toLocaleString('en-US')}`;
    to.fillStyle = colours.cap;
    if (to.measureText(text).width < over - x) to.fillText(text, x + 4, y - 7);
  }
}

/** What was spent by now, with what nobody knows. */
export function spentNow({ usd, tokens, unknownUsd, unknownTokens }: HeadDrawn['snapshot']['spend']['now']): string {
  if (usd === 0 && tokens === 0 && unknownUsd === 0 && unknownTokens === 0) return texts.noSpend;
  const part = (text: string, some: boolean, unknown: number) =>
    unknown === 0 ? text : some ? texts.proven(text, unknown) : texts.unknown(unknown);
  const cost = part(`$${usd.toFixed(2)}`, usd > 0, unknownUsd);
  if (tokens === 0) return unknownUsd > 0 || unknownTokens === 0 || usd > 0 ? cost : texts.unknown(unknownTokens);
  return `${cost} · ${part(texts.tokens(tokens.toLocaleString('en-US')), true, unknownTokens)}`;
}

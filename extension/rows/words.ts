import type { Spend } from '../../engine/loops/spend';
import type { Usage } from '../../engine/ports';
import type { RunEnd } from '../../engine/run/state';
import type { Confirmed } from '../../engine/trace/decision';

/** How numbers and ends are said everywhere: trees, status bar and notifications use the same words. */

/** `1.2 s`, `3 min 5 s`, `2 h 10 min`; empty where an end is missing. */
export function duration(from: string | null, to: string | null): string {
  const ms = Date.parse(to ?? '') - Date.parse(from ?? '');
  if (!Number.isFinite(ms) || ms < 0) return '';
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 ? `${minutes} min ${seconds % 60} s` : `${minutes} min`;
  return minutes % 60 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : `${minutes / 60} h`;
}

/** `2026-03-01 12:04`, in the time of this machine. */
export function instant(iso: string): string {
  const date = new Date(iso);
  const two = (number: number) => String(number).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** What was spent. Unknown is said as unknown, never as zero; empty where no turn was taken. */
export function spendText(spend: Spend): string {
  if (spend.turns === 0) return '';
  if (spend.unknownUsd > 0 && spend.unknownTokens > 0) return 'spend unknown';
  if (spend.unknownUsd > 0) return `${count(spend.tokens, 'token')}, cost unknown`;
  if (spend.usd === 0 && spend.tokens > 0) return count(spend.tokens, 'token');
  return `$${spend.usd.toFixed(2)}`;
}

export function usageText(usage: Usage): string {
  if (usage.state === 'free') return 'free';
  if (usage.state === 'absent') return 'spend unknown';
  if (usage.usd !== null) return `$${usage.usd.toFixed(2)}`;
  if (usage.tokens === null) return 'spend unknown';
  return count(usage.tokens.in + usage.tokens.cacheWrite + usage.tokens.out, 'token');
}

/** `complete (evidence)`, `complete (opinion)`, `stopped: pass-cap`, `failed`. A completion always says what is behind it. */
export function endText(end: RunEnd): string {
  if (end.reason) return `${end.outcome}: ${end.reason}`;
  if (end.outcome !== 'complete') return end.outcome;
  return completeText(end.confirmed);
}

export const completeText = (confirmed: Confirmed): string =>
  `complete (${confirmed === 'none' ? 'not checked' : confirmed})`;

/** `1 step`, `2 steps`; thousands are set apart. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;
}

/** The parts that are not empty, with ` · ` between. */
export const joined = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(' · ');

/** The first line, at most `length` characters, cut at a whole one. */
export function brief(text: string, length = 80): string {
  const line = text.split(/\r?\n/, 1)[0] ?? '';
  const characters = [...line];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : line;
}

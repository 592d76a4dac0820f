import type { Spend } from '../../engine/loops/spend';
import type { Usage } from '../../engine/ports';
import type { RunEnd } from '../../engine/run/state';
import type { Confirmed } from '../../engine/trace/decision';
import type { Counted } from './counted';
import { counted } from './counted';
import { say } from './say';
import { outcomeWord } from './statusWord';

/** How numbers and ends are said everywhere: trees, status bar and notifications use the same words. */

/** `1.2 s`, `3 min 5 s`, `2 h 10 min`; empty where an end is missing. */
export function duration(from: string | null, to: string | null): string {
  const ms = Date.parse(to ?? '') - Date.parse(from ?? '');
  if (!Number.isFinite(ms) || ms < 0) return '';
  if (ms < 10_000) return say('{0} s', (ms / 1000).toFixed(1));
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return say('{0} s', seconds);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 ? say('{0} min {1} s', minutes, seconds % 60) : say('{0} min', minutes);
  const hours = Math.floor(minutes / 60);
  return minutes % 60 ? say('{0} h {1} min', hours, minutes % 60) : say('{0} h', hours);
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
  if (spend.unknownUsd > 0 && spend.unknownTokens > 0) return say('spend unknown');
  if (spend.unknownUsd > 0) return say('{0}, cost unknown', count(spend.tokens, 'token'));
  if (spend.usd === 0 && spend.tokens > 0) return count(spend.tokens, 'token');
  return `$${spend.usd.toFixed(2)}`;
}

export function usageText(usage: Usage): string {
  if (usage.state === 'free') return say('free');
  if (usage.state === 'absent') return say('spend unknown');
  if (usage.usd !== null) return `$${usage.usd.toFixed(2)}`;
  if (usage.tokens === null) return say('spend unknown');
  return count(usage.tokens.in + usage.tokens.cacheWrite + usage.tokens.out + usage.tokens.reasoning, 'token');
}

/** `complete (evidence)`, `complete (opinion)`, `stopped: pass-cap`, `failed`. A completion always says what is behind it. */
export function endText(end: RunEnd): string {
  if (end.reason) return `${outcomeWord(end.outcome)}: ${end.reason}`;
  if (end.outcome !== 'complete') return outcomeWord(end.outcome);
  return completeText(end.confirmed);
}

export function completeText(confirmed: Confirmed): string {
  switch (confirmed) {
    case 'evidence':
      return say('complete (evidence)');
    case 'opinion':
      return say('complete (opinion)');
    case 'none':
      return say('complete (not checked)');
  }
}

/** `1 step`, `2 steps`; thousands are set apart. */
export const count = (number: number, what: Counted): string => counted(number, what);

/** The parts that are not empty, with ` · ` between. */
export const joined = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(' · ');

/** The first line, at most `length` characters, cut at a whole one. */
export function brief(text: string, length = 80): string {
  const line = text.split(/\r?\n/, 1)[0] ?? '';
  const characters = [...line];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : line;
}

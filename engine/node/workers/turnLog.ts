import type { Turn } from '../../ports';

/** The name of a turn's log: its key without the run. */
export function turnLogName(turn: Turn): string {
  const name = turn.key.split('/').slice(1).join('-');
  return `turn-${name.replaceAll(/[^A-Za-z0-9_-]/g, '-')}`.slice(0, 100);
}

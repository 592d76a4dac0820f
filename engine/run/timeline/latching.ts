import type { Decision } from '../../trace/decision';
import type { Tables } from './tables';
import { addRow, lookNumber, OPEN } from './tables';

type LatchEvent = Extract<Decision, { type: `latch.${string}` }>;

export interface Latching {
  readonly decided: (event: LatchEvent, at: number, line: number) => void;
}

/** Latches from where they opened to where they were cleared or accepted. One that opens again is a new span. */
export function createLatching({ latches, texts }: Tables): Latching {
  const open = new Map<string, number>();
  const close = (id: string, look: 'cleared' | 'accepted', at: number, line: number) => {
    const row = open.get(id);
    if (row === undefined) return;
    latches.to.set(row, at);
    latches.last.set(row, line);
    latches.look.set(row, lookNumber(look));
    open.delete(id);
  };
  return {
    decided: (event, at, line) => {
      switch (event.type) {
        case 'latch.opened': {
          const { id, reason } = event.latch;
          const known = open.get(id);
          if (known !== undefined) return latches.last.set(known, line);
          const label = texts.of(labelOf(id, reason));
          const row = addRow(latches, {
            label,
            from: at,
            to: OPEN,
            first: line,
            last: line,
            look: lookNumber('latch'),
          });
          open.set(id, row);
          return;
        }
        case 'latch.cleared':
          return close(event.latch, 'cleared', at, line);
        case 'latch.accepted':
          return close(event.latch, 'accepted', at, line);
      }
    },
  };
}

const MOST = 120;

function labelOf(id: string, reason: string): string {
  const text = `${id}: ${reason.split('\n', 1)[0]}`;
  return text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text;
}

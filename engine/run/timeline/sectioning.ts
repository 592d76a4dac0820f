import type { Say } from '../../say';
import type { Decision } from '../../trace/decision';
import type { Within } from '../../trace/scope';
import { isBelow, placeOf, qualified } from '../../trace/scope';
import { decidedWord } from '../decidedWord';
import type { Tables } from './tables';
import { addRow, OPEN, SECTIONS } from './tables';

type Kind = (typeof SECTIONS)[number];

interface Section {
  readonly within: Within;
  readonly row: number;
  readonly kind: Kind;
  /** Of a group or an improve loop: what it has counted in all. */
  readonly total: number;
}

/** Passes, batches and rounds as they begin and end. */
export interface Sectioning {
  /** A step of this loop runs before its first pass: its baseline is taken. */
  readonly baseline: (within: Within, loop: string, at: number, line: number) => void;
  readonly decided: (event: Decision, within: Within, at: number, line: number) => void;
  /** What was called is over, and its loops with it. */
  readonly close: (call: Within, at: number, line: number) => void;
}

export function createSectioning({ sections, texts }: Tables, say: Say): Sectioning {
  const last = new Map<string, Section>();
  const end = (section: Section | undefined, at: number, line: number, decided = '') => {
    if (section === undefined) return;
    const { row } = section;
    if (sections.to.get(row) !== OPEN) return;
    sections.to.set(row, at);
    sections.last.set(row, line);
    sections.decided.set(row, texts.of(decided));
  };
  const begin = (within: Within, loop: string, kind: Kind, number: number, at: number, line: number, batch = 0) => {
    const key = `${within}\n${loop}`;
    end(last.get(key), at, line);
    const depth = Math.min(99, within === '' ? 0 : within.split('/').length) * 2 + (kind === 'pass' ? 0 : 1);
    const row = addRow(sections, {
      ...{ loop: texts.of(qualified(placeOf(within), loop)), kind: SECTIONS.indexOf(kind), batch, number },
      ...{ depth: kind === 'baseline' ? depth - 1 : depth, from: at, to: OPEN, first: line, last: 0, decided: 0 },
    });
    return (total: number) => void last.set(key, { within, row, kind, total });
  };
  return {
    baseline: (within, loop, at, line) => {
      if (last.get(`${within}\n${loop}`) === undefined) begin(within, loop, 'baseline', 0, at, line)(0);
    },
    decided: (event, within, at, line) => {
      if (!('loop' in event) || typeof event.loop !== 'string') return;
      const { loop } = event;
      const known = last.get(`${within}\n${loop}`);
      switch (event.type) {
        case 'loop.entered':
          return end(known, at, line);
        case 'pass.started':
          return begin(within, loop, 'pass', event.pass, at, line)(event.total);
        case 'pass.ended':
          return end(known, at, line, decidedWord(event.decision, say));
        case 'workflow.loop.batch.started':
          return end(known, at, line);
        case 'workflow.loop.iteration':
          if (known !== undefined && event.total <= known.total) return;
          return begin(within, loop, 'iteration', event.iteration, at, line, event.batch)(event.total);
        case 'workflow.loop.exhausted':
          return end(known, at, line, say('exhausted'));
        case 'workflow.loop.abandoned':
          return end(known, at, line, say('abandoned'));
        case 'workflow.loop.left':
          return end(known, at, line, say('left'));
        case 'improve.round':
          if (known !== undefined && event.total <= known.total) return;
          return begin(within, loop, 'round', event.round, at, line)(event.total);
        case 'improve.scored':
          return end(known, at, line, event.score === null ? say('no score') : say('score {0}', event.score));
        case 'improve.ended':
          return end(known, at, line, event.reason);
      }
    },
    close: (call, at, line) => {
      for (const [key, section] of last) {
        if (section.within === '' || !isBelow(section.within, call)) continue;
        end(section, at, line);
        last.delete(key);
      }
    },
  };
}

/** `pass 2`, `batch 1 · iteration 3`, `round 4`. */
export function sectionText(say: Say, kind: number, batch: number, number: number): string {
  switch (SECTIONS[kind] ?? 'pass') {
    case 'baseline':
      return say('baseline');
    case 'pass':
      return say('pass {0}', number);
    case 'iteration':
      return batch > 0 ? say('batch {0} · iteration {1}', batch, number) : say('iteration {0}', number);
    case 'round':
      return say('round {0}', number);
  }
}

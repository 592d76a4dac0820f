import type { DebugProtocol } from '@vscode/debugprotocol';
import type { EventBreakpoint, StepBreakpoint } from '../../../engine/run/debug/breakpoint';
import type { BreakpointText, Resolved } from './breakpoints';
import { numberOf, onLine, onStep } from './breakpoints';
import { DEFAULT_EVENTS, isEvent } from './eventFilters';
import type { RunTexts } from './runTexts';

/** All breakpoints that are set. The same one keeps its number when it is set again, and so its hits. */
export interface BreakpointStore {
  /** Replaces those of one text. */
  readonly setLines: (
    source: string,
    text: BreakpointText,
    asked: readonly DebugProtocol.SourceBreakpoint[],
  ) => readonly Resolved[];
  /** Replaces those on steps by their ids. */
  readonly setSteps: (asked: readonly DebugProtocol.FunctionBreakpoint[]) => readonly Resolved[];
  /** Replaces the events; gives those that there are not. */
  readonly setEvents: (filters: readonly string[]) => readonly string[];
  /** The run is another one now: gives the breakpoints of which something changed. */
  readonly meet: (texts: RunTexts | null) => readonly Resolved[];
  readonly steps: () => readonly StepBreakpoint[];
  readonly events: () => readonly EventBreakpoint[];
  /** Whether it was set by a step's id. */
  readonly isByStep: (id: string) => boolean;
}

interface Kept {
  readonly resolve: () => Resolved;
  readonly now: Resolved;
  readonly byStep: boolean;
}

export function createBreakpointStore(): BreakpointStore {
  const numbers = new Map<string, number>();
  const bySource = new Map<string, readonly Kept[]>();
  let events: readonly EventBreakpoint[] = DEFAULT_EVENTS;
  let texts: RunTexts | null = null;
  const numberFor = (key: string): number => {
    const number = numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, number);
    return number;
  };
  const keep = (source: string, resolves: readonly (() => Resolved)[], byStep: boolean): readonly Resolved[] => {
    const kept = resolves.map((resolve) => ({ resolve, now: resolve(), byStep }));
    bySource.set(source, kept);
    return kept.map(({ now }) => now);
  };
  const flowIds = () => (texts === null ? null : new Set(texts.all.map(({ flow }) => flow)));
  const all = () => [...bySource.values()].flat();
  return {
    setLines: (source, text, asked) =>
      keep(
        source,
        asked.map((each) => {
          const id = numberFor(`${source}\n${each.line}`);
          return () => onLine(text, each.line, each, id, flowIds());
        }),
        false,
      ),
    setSteps: (asked) =>
      keep(
        BY_STEP,
        asked.map((each) => {
          const id = numberFor(`${BY_STEP}\n${each.name}`);
          return () => onStep(each.name.trim(), each, id, texts?.all ?? []);
        }),
        true,
      ),
    setEvents: (filters) => {
      events = filters.filter(isEvent);
      return filters.filter((filter) => !isEvent(filter));
    },
    meet: (run) => {
      texts = run;
      const changed: Resolved[] = [];
      for (const [source, kept] of bySource) {
        const anew = kept.map((each) => ({ ...each, now: each.resolve() }));
        bySource.set(source, anew);
        changed.push(
          ...anew.flatMap(({ now }, index) => (JSON.stringify(now) === JSON.stringify(kept[index]?.now) ? [] : [now])),
        );
      }
      return changed;
    },
    steps: () => all().flatMap(({ now }) => now.asked),
    events: () => events,
    isByStep: (id) => all().some(({ now, byStep }) => byStep && now.id === numberOf(id)),
  };
}

const BY_STEP = 'by-step';

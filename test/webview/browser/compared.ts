import { diffFlows } from '../../../engine/flow/diff';
import { diffLines } from '../../../engine/flow/diff/lines';
import type { Json } from '../../../engine/json';
import type { ComparedSide, CompareIntent, Comparison } from '../../../webview/protocol';

/** A comparison as the extension makes it of two flows. */
export function comparisonOf(
  before: Json | null,
  after: Json | null,
  notes: readonly (string | null)[] = [],
): Comparison {
  const side = (label: string, flow: Json | null, note: string | null = null): ComparedSide => ({ label, flow, note });
  const diff = diffFlows(before ?? {}, after ?? {});
  return {
    type: 'comparison',
    title: 'fix',
    before: side('HEAD', before, notes[0]),
    after: side('working tree', after, notes[1]),
    diff,
    lines: diffLines(diff),
  };
}

/** What stands behind the page that compares. */
export function fakeComparison(first: Comparison) {
  const intents: CompareIntent[] = [];
  let now = first;
  return {
    intents,
    snapshot: () => now,
    change: (next: Comparison) => {
      now = next;
    },
    receive: (intent: CompareIntent) => {
      intents.push(intent);
      return intent.type === 'ready';
    },
  };
}

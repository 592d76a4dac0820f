import { check } from '../../engine/flow/check';
import type { FlowEdit } from '../../engine/flow/edit';
import { applyEdit } from '../../engine/flow/edit';
import { examine } from '../../engine/flow/examine';
import { flowSchema } from '../../engine/flow/schema';
import { textEditsFor } from '../../engine/flow/text';
import type { Json } from '../../engine/json';
import { bigFlow } from './checkedFlows';

/**
 * What looking at a flow takes, and an edit in it with the findings after it. Each round is of a text of its own, as nothing
 * that was made of the one before it may help.
 */
const size = Number(process.argv[4] ?? '100');
const ROUNDS = 15;

const flow = bigFlow(size);
const texts = Array.from({ length: ROUNDS }, (_, round) => JSON.stringify({ ...flow, purpose: `${round}` }, null, 2));
const edits: readonly FlowEdit[] = [
  { type: 'addStep', kind: 'work', onRoute: 'act0/strong/0' },
  { type: 'renameStep', from: 'act0', to: 'do-it' },
  { type: 'deleteSteps', ids: ['check0'] },
];

const timed = (act: () => void): number => {
  const before = performance.now();
  act();
  return performance.now() - before;
};
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
const over = (act: (text: string, round: number) => number) => median(texts.map(act));

const floor = over((text) => timed(() => flowSchema.parse(JSON.parse(text))));
const checked = over((text) => {
  const value: Json = JSON.parse(text);
  return timed(() => {
    if (check(value).length > 0) throw new Error('the flow is not sound');
  });
});
const edited = over((text, round) => {
  const { value } = examine(text);
  const edit = edits[round % edits.length];
  if (value === null || edit === undefined) throw new Error('no flow');
  return timed(() => {
    const result = applyEdit(value, edit);
    if (!result.ok) throw new Error(result.why);
    const next = [...textEditsFor(text, result.changes)].reduceRight(
      (now, { offset, length, content }) => now.slice(0, offset) + content + now.slice(offset + length),
      text,
    );
    examine(next);
  });
});
console.log(JSON.stringify({ floor, checked, edited, steps: Object.keys(flow.steps as object).length }));

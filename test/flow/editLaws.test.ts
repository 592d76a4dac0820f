import { describe, expect, it } from 'vitest';
import { applyEdit } from '../../engine/flow/edit';
import { expressionPlaces, isOfCalledFlow } from '../../engine/flow/expressionPlaces';
import { graphOf } from '../../engine/flow/graph';
import { parseFlow } from '../../engine/flow/parse';
import { patched } from '../../engine/flow/patch';
import { stepPlaces } from '../../engine/flow/stepPlaces';
import { textEditsFor } from '../../engine/flow/text';
import type { Json } from '../../engine/json';
import { at, isObject } from '../../engine/json';
import { randomEdit } from '../fakes/randomEdits';
import { flowOfRecipe, recipes } from '../fakes/randomFlows';
import { fc } from '../fc';
import { random } from '../random';
import { splice, undoing } from './applied';
import { KINDS } from './kinds';

const kinds = parseFlow(KINDS).value as Json;

/** Names of steps that are not there, in values and in expressions. */
function dangling(flow: Json): readonly string[] {
  const graph = graphOf(flow);
  const has = (id: string) => at(flow, ['steps', id]) !== undefined;
  const inValues = stepPlaces(flow, graph).filter(
    ({ name, role }) =>
      !name.startsWith('@') &&
      !has(name) &&
      (role !== 'read' || !/[:.]/.test(name)) &&
      name !== 'item' &&
      name !== 'task',
  );
  return inValues.map(({ name, role }) => `${role} ${name}`);
}
const spoken = (flow: Json) =>
  expressionPlaces(flow, graphOf(flow))
    .filter((place) => !isOfCalledFlow(place))
    .flatMap(({ text }) => text.match(/\b(?:steps|gates)\.\w+/g) ?? []);

/** A text of the flow as somebody might have written it: comments, own keys, either line end. */
function written(flow: Json, eol: string): string {
  const more = isObject(flow) ? { 'x-ours': { keep: [1, 2] }, ...flow } : flow;
  return `// ours${eol}${JSON.stringify(more, null, 2).replaceAll('\n', eol).replace('"steps": {', `"steps": { // all of them`)}${eol}`;
}

describe('any edit of any flow', () => {
  const cases = fc.tuple(fc.option(recipes, { nil: null, freq: 8 }), fc.integer(), fc.constantFrom('\n', '\r\n'));

  it('SH-28 SH-33 leaves no name of a step that is not there, reads as its text, and is undone to the same bytes', () => {
    fc.assert(
      fc.property(cases, ([recipe, seed, eol]) => {
        const made = recipe === null ? kinds : (flowOfRecipe(recipe)?.flow as Json | undefined);
        if (made === undefined) return;
        const dice = random(seed);
        let text = written(made, eol);
        let flow = parseFlow(text).value as Json;
        for (let round = 0; round < 4; round++) {
          const edit = randomEdit(flow, dice);
          const result = applyEdit(flow, edit);
          if (!result.ok) {
            expect(result.why).toMatch(/^[A-Z"].*[.:]/);
            continue;
          }
          const before = new Set(dangling(flow).map((each) => each.split(' ')[1]));
          const next = patched(flow, result.changes);
          expect({ edit, dangling: dangling(next).filter((each) => !before.has(each.split(' ')[1])) }).toEqual({
            edit,
            dangling: [],
          });
          if (
            edit.type !== 'deleteSteps' &&
            edit.type !== 'batch' &&
            edit.type !== 'paste' &&
            edit.type !== 'duplicate'
          ) {
            const lost = spoken(next).filter((name) => at(next, ['steps', name.split('.')[1] ?? '']) === undefined);
            const known = spoken(flow).filter((name) => at(flow, ['steps', name.split('.')[1] ?? '']) === undefined);
            expect({ edit, more: lost.length > known.length }).toEqual({ edit, more: false });
          }
          const edits = textEditsFor(text, result.changes);
          const after = splice(text, edits);
          const read = parseFlow(after);
          expect({ edit, broken: read.broken }).toEqual({ edit, broken: null });
          expect({ edit, value: read.value }).toEqual({ edit, value: next });
          expect(splice(after, undoing(text, edits))).toBe(text);
          expect(after).toContain('// all of them');
          if (eol === '\r\n') expect(after.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
          for (const id of result.select ?? [])
            if (!/^(?:loop:|route:|@)/.test(id)) expect(Object.keys(at(next, ['steps']) as object)).toContain(id);
          flow = next;
          text = after;
        }
      }),
      { numRuns: 60 },
    );
  });

  it('SH-32 every loop that an edit leaves has its head and its tail among its steps', () => {
    fc.assert(
      fc.property(recipes, fc.integer(), (recipe, seed) => {
        const made = flowOfRecipe(recipe)?.flow as Json | undefined;
        if (made === undefined) return;
        const dice = random(seed);
        let flow = made;
        for (let round = 0; round < 4; round++) {
          const edit = randomEdit(flow, dice);
          const result = applyEdit(flow, edit);
          if (!result.ok) continue;
          flow = patched(flow, result.changes);
          for (const { id, head, tail, body } of graphOf(flow).loops)
            expect({ edit, id, has: body.includes(head) && body.includes(tail) }).toEqual({ edit, id, has: true });
        }
      }),
      { numRuns: 60 },
    );
  });
});

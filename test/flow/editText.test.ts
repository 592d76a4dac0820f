import { describe, expect, it } from 'vitest';
import type { FlowEdit } from '../../engine/flow/edit';
import { applyEdit } from '../../engine/flow/edit';
import { parseFlow } from '../../engine/flow/parse';
import { patched } from '../../engine/flow/patch';
import { textEditsFor } from '../../engine/flow/text';
import type { Json } from '../../engine/json';
import { SAMPLE } from './sample';

const NOTED = `{
\t// the flow of the team
\t"converge": 1, "id": "noted",
\t"start": [ "act" ], /* one way in */
\t"steps": {
\t\t"act": {
\t\t\t"kind": "work", // does the work
\t\t\t"worker": "me", "prompt": "Go.",
\t\t\t"retries": 0,
\t\t\t"next": [ "verify" ], // on
\t\t},
\t\t"verify": { "kind": "verify", "commands": [ { "run": [ "npm", "test" ] } ], "next": "judge" },
\t\t// speaks last
\t\t"judge": { "kind": "judge", "worker": "me", "reads": [ "verify", /* and */ "act" ], "next": "@complete" },
\t},
\t"loops": { "fix": { "type": "until", "head": "act", "tail": "judge", "maxPasses": 5.0e0 } },
\t"x-team": { "owner": "us" },
}
`;

const EDITS: readonly FlowEdit[] = [
  { type: 'set', path: ['goal'], value: 'Another goal.' },
  { type: 'set', path: ['steps', 'act', 'prompt'], value: 'Do "it".\nNow.' },
  { type: 'set', path: ['steps', 'act', 'check', 'filesExist'], value: ['a.txt'] },
  { type: 'set', path: ['steps', 'judge', 'reads'] },
  { type: 'set', path: ['loops', 'fix', 'spendCap'], value: { usd: 1.5, tokens: 1000 } },
  { type: 'addStep', kind: 'verify', onRoute: 'act/strong/0', position: [10, 20] },
  { type: 'addStep', kind: 'ask', after: 'judge' },
  { type: 'addStep', kind: 'router', id: 'way' },
  { type: 'connect', from: 'act', to: '@stop' },
  { type: 'connect', from: 'act', to: 'judge', kind: 'strong' },
  { type: 'reconnect', route: 'act/strong/0', to: 'judge' },
  { type: 'disconnect', route: 'verify/strong/0' },
  { type: 'deleteSteps', ids: ['verify'] },
  { type: 'deleteSteps', ids: ['act', 'judge'] },
  { type: 'deleteSteps', ids: ['act', 'verify', 'judge'] },
  { type: 'renameStep', from: 'act', to: 'work-on-it' },
  { type: 'renameLoop', from: 'fix', to: 'mend' },
  { type: 'move', positions: { act: [1, 2], verify: [3, 4], judge: [5, 6] } },
  { type: 'tidy' },
  { type: 'removeLoop', id: 'fix' },
];

const TEXTS = { sample: SAMPLE, noted: NOTED, windows: NOTED.replaceAll('\n', '\r\n') };

describe('an edit of the canvas in the text', () => {
  for (const [name, text] of Object.entries(TEXTS)) {
    it(`SH-28 SH-33 each gesture on "${name}" gives the value it means, keeps the rest, and is undone to the same bytes`, () => {
      const before = parseFlow(text);
      expect(before.broken).toBeNull();
      for (const edit of EDITS) {
        const flow = before.value as Json;
        const result = applyEdit(flow, edit);
        if (!result.ok) throw new Error(result.why);
        const edits = textEditsFor(text, result.changes);
        let moved = 0;
        const back = edits.map(({ offset, length, content }) => {
          const undo = { offset: offset + moved, length: content.length, content: text.slice(offset, offset + length) };
          moved += content.length - length;
          return undo;
        });
        const after = splice(text, edits);
        const read = parseFlow(after);
        expect({ edit, value: read.value }).toEqual({ edit, value: patched(flow, result.changes) });
        expect(read.broken).toBeNull();
        expect(splice(after, back)).toBe(text);
        if (text.includes('\r')) expect(after.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
        if (name !== 'sample') {
          expect(after).toContain('// the flow of the team');
          // A remark goes with the line that it stands on, and only with it.
          expect(after.includes('/* one way in */')).toBe(after.includes('"start"'));
          expect(after).toContain('"x-team": { "owner": "us" }');
          if (!('ids' in edit) && edit.type !== 'removeLoop') expect(after).toContain('5.0e0');
          if (!('ids' in edit)) expect(after).toContain('"retries": 0');
        }
        const touched = edits.reduce((sum, { length }) => sum + length, 0);
        if (edit.type === 'move' || edit.type === 'addStep' || edit.type === 'connect')
          expect(touched).toBeLessThan(20);
      }
    });
  }
});

function splice(text: string, edits: ReturnType<typeof textEditsFor>): string {
  return [...edits].reduceRight(
    (now, { offset, length, content }) => now.slice(0, offset) + content + now.slice(offset + length),
    text,
  );
}

import { describe, expect, it } from 'vitest';
import { hoverAt } from '../../engine/flow/language/hover';
import { USES } from '../../engine/node/workers/registry';
import { whoWouldDo, whoWouldDoSteps } from '../../engine/run/whoWouldDo';

const prices = { m: { in: 1, out: 1 } };
const around = { workers: {}, defaults: {}, overrides: {}, prices };
const own = (spec: { use: string; model?: string; meters?: string }) =>
  whoWouldDo('agent', 'work', { workers: { agent: spec } }, around);

describe('who would do a step, and what can be proven of its cost', () => {
  it.each([
    [{ use: 'claude-code' }, 'reports dollars and tokens: a cap in usd or tokens can be proven.'],
    [
      { use: 'codex', model: 'x' },
      'a cap in tokens can be proven; a cap in usd needs a price for x in converge.prices.',
    ],
    [{ use: 'codex', model: 'm' }, 'reports tokens, which have a price here: a cap in usd or tokens can be proven.'],
    [{ use: 'codex' }, 'a cap in usd needs a model that is named, and its price in converge.prices.'],
    [{ use: 'vscode-lm', model: 'x' }, 'reports tokens, where its service sends them: a cap in tokens can be proven;'],
    [{ use: 'script', meters: 'usd' }, 'reports dollars: a cap in usd can be proven.'],
    [{ use: 'command' }, 'reports nothing of its cost: no cap can be proven'],
    [{ use: 'command', meters: 'free' }, "agent: command (the flow's own); costs nothing."],
    [{ use: 'person' }, 'costs nothing.'],
  ])('SH-13 %o', (spec, said) => {
    expect(own(spec)).toContain(said);
  });

  it('every adapter is said something of', () => {
    for (const use of USES) expect(own({ use })).toMatch(/^agent: .+; .+\.$/);
  });

  it('says where the definition is from, and where there is none', () => {
    const [one, other] = [{ use: 'codex' }, { use: 'gemini' }];
    const flow = { workers: { agent: one } };
    expect(whoWouldDo('agent', 'work', flow, around)).toContain("codex (the flow's own);");
    const known = { ...around, workers: { agent: other } };
    expect(whoWouldDo('agent', 'work', {}, known)).toContain("gemini (from this machine's settings);");
    const fallback = { ...around, defaults: { work: other } };
    expect(whoWouldDo('agent', 'work', {}, fallback)).toContain("gemini (this machine's default);");
    expect(whoWouldDo('agent', 'judge', {}, fallback)).toContain('no worker of this name');
    const instead = { ...around, overrides: { agent: other } };
    expect(whoWouldDo('agent', 'work', flow, instead)).toContain('gemini (in place of');
  });

  it('for each step by the names that it uses, those of a gate too', () => {
    const steps = {
      act: { kind: 'work', worker: 'agent', prompt: 'Do it', next: 'pass' },
      pass: { kind: 'gate', artifact: 'act', evaluator: { all: [{ worker: 'a' }, { worker: 'b' }] } },
      look: { kind: 'verify', commands: [] },
    } as const;
    const said = whoWouldDoSteps({ steps: steps as never }, { ...around, defaults: { gate: { use: 'person' } } });
    expect(Object.keys(said)).toEqual(['act', 'pass']);
    expect(said.pass).toEqual({
      a: "a: person (this machine's default); costs nothing.",
      b: "b: person (this machine's default); costs nothing.",
    });
  });
});

describe('the text of a flow, pointed at where it names a worker', () => {
  const text =
    '{ "workers": { "mine": { "use": "codex" } }, "steps": { "act": { "kind": "work", "worker": "theirs" } } }';
  const asked: unknown[] = [];
  const told = (behind: string, said: string | undefined = 'Someone *does*.') =>
    hoverAt(text, text.indexOf(behind) + 1, [], (...given) => {
      asked.push(given);
      return said;
    })?.paragraphs;

  it('tells who would do it, whether the flow defines it or not, and nothing of Markdown comes through', () => {
    expect(told('theirs')).toEqual(['Someone \\*does\\*.']);
    expect(told('mine')?.at(-1)).toBe('Someone \\*does\\*.');
    expect(asked).toEqual([
      ['theirs', 'act'],
      ['mine', undefined],
    ]);
    expect(hoverAt(text, text.indexOf('theirs') + 1, [])).toBeUndefined();
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyEdit } from '../../engine/flow/edit';
import { completionsAt, definitionAt } from '../../engine/flow/language';
import { foldsIn } from '../../engine/flow/language/folds';
import { hoverAt } from '../../engine/flow/language/hover';
import { mentionsOf } from '../../engine/flow/language/mentions';
import { namedAt } from '../../engine/flow/language/namedAt';
import { renameEdit, renamingAt } from '../../engine/flow/language/renaming';
import type { FlowSymbol } from '../../engine/flow/language/symbols';
import { symbolsIn } from '../../engine/flow/language/symbols';
import { parseFlow } from '../../engine/flow/parse';
import { textEditsFor } from '../../engine/flow/text';
import { KINDS } from './kinds';
import { SAMPLE } from './sample';

const at = (text: string, behind: string) => text.indexOf(behind) + behind.length;
const named = (text: string, behind: string) => {
  const found = namedAt(text, at(text, behind));
  return found && `${found.map}.${found.name} as ${text.slice(found.offset, found.offset + found.length)}`;
};

describe('names in the text of a flow', () => {
  it('are found where they are given and where they are used, without what stands around them', () => {
    expect(named(SAMPLE, '"verify": { "ki')).toBeUndefined();
    expect(named(SAMPLE, '"ver')).toBe('steps.verify as verify');
    expect(named(SAMPLE, '"next": "jud')).toBe('steps.judge as judge');
    expect(named(SAMPLE, '"ne')).toBeUndefined();
    expect(named(SAMPLE, '"loops": {\n    "fi')).toBe('loops.fix as fix');
    expect(named(SAMPLE, '"worker": "rev')).toBe('workers.reviewer as reviewer');
    expect(named(KINDS, '"channel:pl')).toBe('channels.plan as plan');
    expect(named(KINDS, '"writer": "rev')).toBe('steps.revise as revise');
    expect(named(KINDS, '"when": "loops.pol')).toBe('loops.polish as polish');
    expect(named(KINDS, '"over": "steps.rev')).toBe('steps.revise as revise');
    expect(named(KINDS, 'gates.check.passed && steps.rev')).toBe('steps.revise as revise');
    expect(named(KINDS, '"layout": { "ma')).toBe('steps.main as main');
    expect(named(SAMPLE, 'All tests')).toBeUndefined();
  });

  it('stand rightly where the expression has escapes before them', () => {
    const text = KINDS.replace(
      '"when": "gates.check.passed"',
      '"when": "steps[\\"sub\\"].visits > 0 && gates.check.passed"',
    );
    expect(named(text, '\\"su')).toBe('steps.sub as sub');
    expect(named(text, '> 0 && gates.che')).toBe('steps.check as check');
  });

  it('are all found again from what they name', () => {
    const value = parseFlow(KINDS).value ?? null;
    const places = (map: 'loops' | 'workers' | 'channels', name: string) =>
      mentionsOf(value, map, name).map((path) => path.join('.'));
    expect(places('loops', 'polish')).toEqual(['steps.main.cases.0.when']);
    expect(places('workers', 'w')).toContain('steps.judge.worker');
    expect(places('channels', 'plan')).toEqual([
      'steps.revise.reads.1',
      'steps.tasks.channel',
      'steps.draft.writes.plan.tasks',
    ]);
    expect(places('workers', 'nobody')).toEqual([]);
  });
});

describe('renaming in the text', () => {
  const renamed = (text: string, behind: string, to: string) => {
    const found = renamingAt(text, at(text, behind));
    if (!found.ok) return found.why;
    const result = applyEdit(parseFlow(text).value, renameEdit(found.named, to));
    if (!result.ok) return result.why;
    const edits = textEditsFor(text, result.changes);
    return [...edits]
      .sort((a, b) => b.offset - a.offset)
      .reduce((now, { offset, length, content }) => now.slice(0, offset) + content + now.slice(offset + length), text);
  };

  it('does what the designer does, from wherever the name stands', () => {
    const wanted = SAMPLE.replaceAll('"judge"', '"verdict"').replace('"kind": "verdict"', '"kind": "judge"');
    expect(renamed(SAMPLE, '"next": "jud', 'verdict')).toBe(wanted);
    expect(renamed(SAMPLE, '"tail": "jud', 'verdict')).toBe(wanted);
    expect(renamed(KINDS, '"when": "loops.pol', 'shine')).toBe(KINDS.replaceAll('polish', 'shine'));
  });

  it('is refused with the reason', () => {
    expect(renamed(SAMPLE, '"next": "jud', 'act')).toBe('There is a step "act" already.');
    expect(renamed(SAMPLE, '"next": "jud', '1x')).toContain('is not a good id');
    expect(renamed(SAMPLE, 'All te', 'x')).toContain('can be renamed');
    expect(renamed(`${SAMPLE}}`, '"next": "jud', 'x')).toContain('Nothing can be renamed as the text stands.');
  });
});

describe('hovering over the text', () => {
  const told = (text: string, behind: string) => hoverAt(text, at(text, behind), [])?.paragraphs.join('\n');

  it('tells what a key means and which words it takes', () => {
    expect(told(SAMPLE, '"maxPa')).toContain('The cap on passes');
    expect(told(SAMPLE, '"expe')).toContain('One of `exit`, `tests`');
    expect(told(SAMPLE, '"changedOn')).toContain('each file the worker claims has changed');
    expect(told(SAMPLE, 'Make the')).toBeUndefined();
  });

  it('tells of a name what it names, where that leads and what is wrong with it', () => {
    const about = told(SAMPLE, '"next": "jud') ?? '';
    expect(about).toContain('judge step');
    expect(about).toContain('worker reviewer');
    expect(about).toContain('In loop fix (until, at most 5 passes)');
    expect(about).toContain('Leads to: @complete (next)');
    expect(about).toContain('Comes from: verify');
    expect(told(SAMPLE, '"worker": "rev')).toContain('claude-code');
    expect(told(SAMPLE, '"next": "@comp')).toContain('ends the run as complete');
    expect(told(KINDS, '"channel:pl')).toContain('Fields: tasks, results');
    const issue = {
      code: 'x',
      severity: 'error',
      path: ['steps', 'judge', 'next'],
      message: 'It is *wrong*.',
    } as const;
    expect(hoverAt(SAMPLE, at(SAMPLE, '"next": "jud'), [issue])?.paragraphs.at(-1)).toBe('- error: It is \\*wrong\\*.');
  });
});

describe('completion inside of expressions', () => {
  const offered = (written: string, from = '"when": "gates.check.passed"') => {
    const text = KINDS.replace(from, from.replace(/: ".*"/, `: "${written}"`));
    const offset = text.indexOf('|');
    const whole = text.replace('|', '');
    return completionsAt(whole, offset).map(({ insert, offset: start, length }) => {
      expect(start + length).toBe(offset);
      return insert;
    });
  };

  it('goes on with roots, names and fields, and with names that are no words in brackets', () => {
    expect(offered('|')).toEqual(['state', 'inputs', 'steps', 'gates', 'loops', 'budget']);
    expect(offered('ga|')).toContain('gates');
    expect(offered('gates.|')).toEqual(['check']);
    expect(offered('gates.check.|')).toContain('passed');
    expect(offered('1 < loops.polish.be|')).toContain('best');
    expect(offered('steps[\\"sub\\"].|')).toContain('visits');
    expect(offered('state.plan.|')).toEqual(['tasks', 'results']);
    expect(offered('budget.|')).toContain('usdLeft');
    expect(offered('steps.sub.output.x|')).toEqual([]);
    expect(offered('other.|')).toEqual([]);
    expect(offered('|', '"key": "steps.each.output"')).toContain('task');
    expect(offered('|', '"plan.tasks": "steps.sub.output"')).toContain('output');
    const dashed = KINDS.replace('"sub": {', '"sub-flow": {').replace(
      '"when": "gates.check.passed"',
      '"when": "steps."',
    );
    const names = completionsAt(dashed, at(dashed, '"when": "steps.'));
    expect(names.find(({ label }) => label === 'sub-flow')).toMatchObject({ insert: '[\\"sub-flow\\"]', length: 1 });
  });

  it('offers ids where ids are due, and explains keys', () => {
    const text = SAMPLE.replace('"attempts": 2,', '"",');
    const timeout = completionsAt(text, text.indexOf('"",') + 1).find(({ label }) => label === 'timeout');
    expect(timeout?.about).toContain('Limit for one attempt');
  });
});

describe('the outline of the text', () => {
  const lines = (symbols: readonly FlowSymbol[], indent = ''): readonly string[] =>
    symbols.flatMap(({ name, detail, children }) => [
      `${indent}${name}${detail === '' ? '' : ` (${detail})`}`,
      ...lines(children, `${indent}  `),
    ]);

  it('has steps with where they lead, and loops', () => {
    expect(lines(symbolsIn(SAMPLE))).toEqual([
      'workers (2)',
      '  implementer (claude-code)',
      '  reviewer (claude-code)',
      'steps (3)',
      '  act (work)',
      '    next → verify',
      '  verify (verify)',
      '    next → judge',
      '  judge (judge)',
      '    next → @complete',
      'loops (1)',
      '  fix (until · act → judge · at most 5 passes)',
    ]);
  });

  it('keeps each part inside of what holds it, and its name inside of itself', () => {
    const inside = (symbols: readonly FlowSymbol[], [start, end]: readonly [number, number]): void => {
      for (const { range, key, children } of symbols) {
        expect(range[0]).toBeGreaterThanOrEqual(start);
        expect(range[1]).toBeLessThanOrEqual(end);
        expect(key[0]).toBeGreaterThanOrEqual(range[0]);
        expect(key[1]).toBeLessThanOrEqual(range[1]);
        inside(children, range);
      }
    };
    const symbols = symbolsIn(KINDS);
    inside(symbols, [0, KINDS.length]);
    expect(symbols.map(({ name }) => name)).toEqual(['channels', 'workers', 'steps', 'loops']);
  });
});

describe('folding', () => {
  it('folds objects and lists of several lines up to their last line, and comments', () => {
    const text = [
      '{',
      '  // one',
      '  // two',
      '  "a": {',
      '    "b": [',
      '      1',
      '    ]',
      '  },',
      '  /* x',
      '  y */',
      '  "c": {}',
      '}',
    ].join('\r\n');
    expect(foldsIn(text)).toEqual([
      { start: 0, end: 10, comment: false },
      { start: 1, end: 2, comment: true },
      { start: 3, end: 6, comment: false },
      { start: 4, end: 5, comment: false },
      { start: 8, end: 9, comment: true },
    ]);
  });
  it('takes text that does not parse as it comes', () => {
    expect(foldsIn('{\n"a": [\n}\n')).toEqual([]);
    expect(foldsIn('')).toEqual([]);
  });
});

describe('whatever stands in the text and wherever the cursor is', () => {
  const folder = 'media/templates';
  const templates = readdirSync(folder).filter((name) => name.endsWith('.converge.json'));
  const everything = (text: string, offset: number) => {
    completionsAt(text, offset);
    definitionAt(text, offset);
    hoverAt(text, offset, []);
    const { named: found } = { named: undefined, ...renamingAt(text, offset) };
    if (found !== undefined) expect(text.slice(found.offset, found.offset + found.length)).toContain(found.name);
  };

  it.each(templates)('%s: nothing throws, and a name stands where it is said to stand', (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const step = name.startsWith('fix-until-green') ? 1 : 23;
    for (let offset = 0; offset <= text.length; offset += step) everything(text, offset);
    for (let end = 0; end <= text.length; end += 61) {
      const half = text.slice(0, end);
      everything(half, end);
      foldsIn(half);
      symbolsIn(half);
    }
  });
});

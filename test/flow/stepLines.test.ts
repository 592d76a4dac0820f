import { describe, expect, it } from 'vitest';
import { parseFlow } from '../../engine/flow/parse';
import { followLine, lineOfStep, stepLinesOf, stepOnLine } from '../../engine/flow/stepLines';

const TEXT = [
  '{',
  '  "converge": 1, "id": "x", "start": "act",',
  '  "steps": {',
  '    "act": {',
  '      "kind": "work",',
  '      "next": "look" },',
  '    "look": { "kind": "verify", "commands": [], "next": "done" }, "done": { "kind": "work" }',
  '  }',
  '}',
].join('\n');
const linesOf = (text: string) => stepLinesOf(parseFlow(text));
const steps = linesOf(TEXT);

describe('steps and lines of a flow’s text', () => {
  it('tell where each step stands, and which step a line belongs to', () => {
    expect(steps).toEqual([
      { step: 'act', first: 4, last: 6 },
      { step: 'look', first: 7, last: 7 },
      { step: 'done', first: 7, last: 7 },
    ]);
    expect([3, 4, 5, 6, 7, 8].map((line) => stepOnLine(steps, line))).toEqual([
      undefined,
      'act',
      'act',
      'act',
      'look',
      undefined,
    ]);
    expect(lineOfStep(steps, 'done')).toBe(7);
    expect(lineOfStep(steps, 'gone')).toBeUndefined();
  });

  it('are none of a text that cannot be read or has no steps', () => {
    for (const text of ['', '{', '[]', '{"converge": 1}', '{"converge": 1, "steps": 3}'])
      expect(linesOf(text)).toEqual([]);
  });

  it('lines follow their step where the text above changes, within it and by another name', () => {
    const after = linesOf(TEXT.replace('  "steps": {', '  "goal": "x",\n\n  "steps": {'));
    expect(followLine(steps, after, 4)).toBe(6);
    expect(followLine(steps, after, 5)).toBe(7);
    expect(followLine(steps, linesOf(TEXT.replace('"act": {', '"fix": {')), 5)).toBe(5);
    const shorter = linesOf(TEXT.replace('"act": {\n      "kind": "work",\n      "next": "look" },', '"act": {},'));
    expect(followLine(steps, shorter, 6)).toBe(4);
    expect(followLine(steps, after, 2)).toBe(2);
  });

  it('a line whose step is gone is nobody’s, also where another step takes its place', () => {
    const gone = linesOf(TEXT.replace(/ {4}"act": \{[^}]*\},\n/, ''));
    expect(gone.map(({ step }) => step)).toEqual(['look', 'done']);
    expect(followLine(steps, gone, 4)).toBeNull();
    const swapped = linesOf(TEXT.replace('"act": {', '"new": {').replace(', "done": { "kind": "work" }', ''));
    expect(followLine(steps, swapped, 4)).toBeNull();
  });
});

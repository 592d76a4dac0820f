import { describe, expect, it } from 'vitest';
import { fragmentOf, fragmentText, readFragment } from '../../engine/flow/fragment';
import { parseFlow } from '../../engine/flow/parse';
import type { Json } from '../../engine/json';
import { at } from '../../engine/json';
import { fc } from '../fc';
import { KINDS } from './kinds';
import { SAMPLE } from './sample';
import { WHOLE } from './wholeFlow';

const kinds = parseFlow(KINDS).value as Json;

describe('what is copied out of a flow', () => {
  it('SH-31 steps, the loops that lie whole in them, and only what they name', () => {
    const fragment = fragmentOf(kinds, ['revise', 'assess', 'draft', 'ask', 'nobody']);
    expect(Object.keys(fragment.steps)).toEqual(['revise', 'assess', 'draft', 'ask']);
    expect(Object.keys(fragment.loops)).toEqual(['refine', 'polish']);
    expect(Object.keys(fragment.workers)).toEqual(['w']);
    expect(Object.keys(fragment.channels)).toEqual(['plan']);
    expect(fragment.layout).toEqual({});
    expect(fragmentOf(kinds, ['look', 'main']).layout).toEqual({ main: [0, 0] });
    expect(fragmentOf(kinds, ['look'])).toMatchObject({ workers: {}, channels: {}, loops: {} });
  });

  it('names in expressions, reads and writes are found, as workers, channels and inputs', () => {
    expect(fragmentOf(WHOLE, ['route']).inputs).toEqual(at(WHOLE, ['inputs']));
    expect(fragmentOf(WHOLE, ['main'])).toMatchObject({ inputs: {}, channels: {} });
    expect(Object.keys(fragmentOf(WHOLE, ['call']).channels)).toEqual(['plan']);
    expect(Object.keys(fragmentOf(WHOLE, ['one']).channels)).toEqual(['found']);
    const dashed = {
      channels: { 'a-b': {}, a: {}, b: {}, c: {} },
      steps: { x: { kind: 'router', cases: [{ when: 'state["a-b"] == state.c-1' }] } },
    };
    expect(Object.keys(fragmentOf(dashed, ['x']).channels)).toEqual(expect.arrayContaining(['a-b', 'c']));
  });
});

describe('a fragment as text', () => {
  it('is read as it was written', () => {
    const fragment = fragmentOf(kinds, ['revise', 'assess', 'main']);
    expect(readFragment(fragmentText(fragment))).toEqual(fragment);
  });

  it('a flow file is one too, comments and Windows line ends and all', () => {
    const all = readFragment(`\uFEFF// ours\r\n${SAMPLE.replaceAll('\n', '\r\n')}`);
    expect(Object.keys(all?.steps ?? {})).toEqual(['act', 'verify', 'judge']);
    expect(all).toMatchObject({
      convergeFragment: 1,
      layout: { verify: [320, 80] },
      loops: { fix: { type: 'until' } },
    });
  });

  it('any other text is none, and nothing throws', () => {
    const others = ['', 'steps', '{}', '[]', 'null', '{"steps":{}}', '{"converge":1,"steps":{}}', `${SAMPLE} x`];
    for (const text of [...others, '{"converge":2,"steps":{"a":{}}}', '{"convergeFragment":1,"steps":{"a":3}}'])
      expect(readFragment(text)).toBeNull();
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), fc.nat(SAMPLE.length), (junk, at) => {
        readFragment(junk);
        readFragment(`{"converge":1,"steps":${junk}}`);
        readFragment(SAMPLE.slice(0, at) + junk + SAMPLE.slice(at));
      }),
    );
    expect(readFragment('{"convergeFragment":1,"steps":{"a":{}},"layout":{"a":["x"]},"loops":[1]}')).toMatchObject({
      layout: {},
      loops: {},
    });
  });
});

import { describe, expect, it } from 'vitest';
import { graphOf } from '../../engine/flow/graph';
import { membersOf } from '../../engine/flow/graph/membersOf';
import { errors, imported, input, json } from './imported';

describe('a workflow with loop groups', () => {
  const made = imported(input('loopGroups'));

  it('becomes a flow in which nothing is wrong, coordinated by its Main', () => {
    expect(made.format).toBe('workflow with loop groups');
    expect(errors(made.flow)).toEqual([]);
    expect(made.get('main')).toBe('main');
    expect(made.get('start')).toBe('main');
    expect(made.get('steps.main')).toEqual({
      kind: 'router',
      worker: 'implementer',
      prompt: 'Decide what is next.',
      branches: { revise: 'revise', measure: 'measure', assess: 'assess', release: 'release' },
      else: '@stop',
    });
  });

  it('SE-15 its loop is a group with the members in order; a loop that is no good is left out and listed', () => {
    expect(made.get('loops')).toEqual({
      refinement: { type: 'group', from: 'assess', to: 'revise', maxIterations: 3, exitTo: 'main' },
    });
    const graph = graphOf(made.flow);
    expect(membersOf(graph, graph.loops[0]!)).toEqual(['revise', 'measure', 'assess']);
    expect(made.left.get('orchestration.loops.1')).toContain('left out');
  });

  it('SE-37 a terminal agent is the only way to @complete, and it evaluates', () => {
    expect(made.get('terminal')).toBe('release');
    expect(made.get('steps.release')).toMatchObject({ kind: 'gate', next: '@complete', routes: { revise: 'main' } });
    expect(
      graphOf(made.flow)
        .routes.filter(({ to }) => to === '@complete')
        .map(({ from }) => from),
    ).toEqual(['release']);
  });

  it('without a terminal agent a person confirms what Main says', () => {
    const { terminal: _, ...rest } = JSON.parse(input('loopGroups'));
    const { get, flow } = json(rest);
    expect(get('steps.main.branches.finish')).toBe('finish');
    expect(get('steps.finish')).toMatchObject({ kind: 'ask', routes: { yes: '@complete', no: 'main' } });
    expect(get('steps.release')).toMatchObject({ kind: 'work', next: 'main', branches: { back: 'revise' } });
    expect(errors(flow)).toEqual([]);
  });

  it('lists what it did not carry over', () => {
    expect(made.left.has('agents.2.model')).toBe(true);
    expect(made.left.has('gateway')).toBe(true);
    expect(made.left.has('agents.1.instructions')).toBe(false);
  });

  it('agents may be a map; of a file with loops only, the steps are placeholders that are listed', () => {
    const agents = { revise: { prompt: 'x', next: 'assess', branches: ['main'] }, assess: { prompt: 'y', next: 7 } };
    const loops = [{ id: '1 x', from: 'assess', to: 'revise', maxIterations: 1, exitTo: 'main' }];
    const map = json({ orchestration: { loops, agents } });
    expect(map.get('steps.revise')).toMatchObject({ next: 'assess', branches: { main: 'main' } });
    expect(map.get('steps.assess.next')).toBe('revise');
    expect(map.left.has('orchestration.agents.assess.next')).toBe(true);
    expect(map.get('loops.x-1-x')).toBeDefined();
    const only = imported(input('onlyLoops'));
    expect(only.get('steps.assess')).toMatchObject({
      next: 'revise',
      prompt: expect.stringContaining('Imported without instructions'),
    });
    expect(only.left.get('orchestration.loops.0.to')).toBeDefined();
  });
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { examine } from '../../engine/flow/examine';
import { TEMPLATES } from '../../engine/flow/templates';
import { turnFor } from '../../engine/node/workers/played/scriptedTurns';
import { RECIPES, recipe, TEMPLATE_FOLDER, templateText } from './recipe';
import { STORIES } from './stories';

describe('the list of templates', () => {
  it('has every template that comes with Converge, once', () => {
    const files = readdirSync(TEMPLATE_FOLDER).filter((name) => name.endsWith('.converge.json'));
    expect([...TEMPLATES].sort()).toEqual(files.map((file) => file.replace('.converge.json', '')).sort());
  });

  it.each(RECIPES)('%s has no finding, is named as its file, and says what it is called and what it is for', (name) => {
    const { flow, issues } = examine(templateText(name));
    expect(issues).toEqual([]);
    expect(flow?.id).toBe(name);
    expect(flow?.title).toMatch(/^\p{Lu}.{5,40}$/u);
    expect(flow?.purpose).toMatch(/^\p{Lu}.{20,120}\.$/u);
    expect(flow?.goal).toMatch(/^\p{Lu}.{10,}\.$/su);
  });

  it.each(RECIPES)('%s explains its parts, and works with a person’s own workers', (name) => {
    const comments = templateText(name)
      .split('\n')
      .filter((line) => line.trim().startsWith('//'));
    expect(comments.length).toBeGreaterThanOrEqual(3);
    const uses = Object.values(recipe(name).flow.workers ?? {}).map(({ use }) => use);
    expect([...new Set(uses)]).toEqual(['claude-code']);
  });

  it('tells them apart: no two have one title or one purpose', () => {
    const flows = RECIPES.map((name) => recipe(name).flow);
    expect(new Set(flows.map(({ title }) => title)).size).toBe(flows.length);
    expect(new Set(flows.map(({ purpose }) => purpose)).size).toBe(flows.length);
  });

  it.each(RECIPES)('%s has a story for its show, one for its bound and one for its failure', (name) => {
    expect(Object.keys(STORIES[name])).toEqual(expect.arrayContaining(['show', 'bound', 'failure']));
  });
});

describe('the shows', () => {
  const shown = RECIPES.filter((name) => name !== 'fix-until-green');

  it('are there for every recipe but the first, which is shown in the sample', () => {
    expect(readdirSync(join(TEMPLATE_FOLDER, 'offline')).sort()).toEqual([...shown].sort());
  });

  it.each(shown)('%s says what to look at, and has no turn that is never played', (name) => {
    const folder = join(TEMPLATE_FOLDER, 'offline', name);
    const { point, turns } = JSON.parse(readFileSync(join(folder, 'show.json'), 'utf8'));
    expect(point).toMatch(/^.{40,140}\.$/);
    expect(existsSync(join(folder, 'files'))).toBe(true);
    const { flow } = recipe(name);
    for (const turn of turns) {
      if (turn.step !== undefined) expect(Object.keys(flow.steps)).toContain(turn.step);
      const at = { step: turn.step ?? '', pass: 0, visit: turn.visit ?? 99, attempt: 1, item: turn.item };
      expect(turnFor(turns, { ...at, ...(turn.task === undefined ? {} : { task: { id: turn.task } }) })).toEqual(turn);
    }
  });
});

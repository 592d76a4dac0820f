import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { withProgram } from '../cli/program';
import { runProgram } from '../crash/program';
import { copyOf, removeScenes, runArgs, runFolder } from '../crash/scene';
import { sampleScene } from '../crash/scenes';
import { eventsOf, factsOf, latchesOf, passesOf, resultOf } from '../crash/trace';
import type { Hands } from '../fakes/larderRepair';
import { larderModel } from '../fakes/larderRepair';
import type { ModelServer } from '../fakes/modelServer';
import { startModelServer } from '../fakes/modelServer';

withProgram();
afterAll(removeScenes);
const servers: ModelServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const KEY = 'sk-story-0123456789abcdef';
const JUDGMENT = { goalMet: true, lesson: 'The tests tell.', marker: 1 };
const HANDS: Hands = {
  edits: 'write',
  edit: ({ path, from, to }) => ({ tools: [{ name: 'write', input: { path, old: from, new: to } }] }),
  before: [
    { text: 'I look first.', tools: [{ name: 'list', input: {} }] },
    {
      tools: [
        { name: 'search', input: { text: 'denominator' } },
        { name: 'read', input: { path: 'src/quantity.js' } },
      ],
    },
  ],
  after: [{ tools: [{ name: 'run', input: { check: 1 } }] }],
  judge: () => ({ tools: [{ name: 'answer', input: JUDGMENT }] }),
};

/** The sample as it comes, with a model service in the place of both its workers. */
async function repaired(use: 'openai-compatible' | 'anthropic') {
  const server = await startModelServer(larderModel(HANDS));
  servers.push(server);
  const scene = sampleScene();
  const where = copyOf(scene);
  const baseUrl = use === 'anthropic' ? server.url : `${server.url}/v1`;
  const spec = JSON.stringify({ use, model: 'fake-model', baseUrl, apiKeyEnv: 'STORY_KEY' });
  const workers = ['implementer', 'reviewer'].flatMap((name) => ['--worker', `${name}=${spec}`]);
  const place = { ...where, env: { ...where.env, STORY_KEY: KEY } };
  const ended = await runProgram(place, [...runArgs(scene), ...workers]);
  const folder = runFolder(where) ?? '';
  return { server, root: where.root, folder, ended, result: resultOf(folder) };
}

describe('the sample, repaired by a model service that answers with tool calls', { timeout: 120_000 }, () => {
  it.each(['openai-compatible', 'anthropic'] as const)('%s: complete on evidence in two passes', async (use) => {
    const { server, root, folder, ended, result } = await repaired(use);
    expect(ended.code, ended.stderr + ended.stdout).toBe(0);
    expect(passesOf(folder)).toEqual([1, 2]);
    expect(result).toMatchObject({ outcome: 'complete', confirmed: 'evidence', openLatches: [] });
    expect(latchesOf(folder)).toEqual([]);
    expect(readFileSync(join(root, 'src/shopping.js'), 'utf8')).toContain('convert(item.amount, item.unit, line.unit)');

    // A judge that said "met" over red tests did not end it.
    const weighed = eventsOf(folder, 'claim.weighed').map(({ proposed, confirmed }) => [proposed, confirmed]);
    expect(weighed).toEqual([
      ['met', false],
      ['met', true],
    ]);
    const turns = factsOf(folder, 'worker.turn');
    expect(turns.map(({ status, claims }) => [status, claims?.changedFiles])).toEqual([
      ['ok', ['src/quantity.js']],
      ['ok', undefined],
      ['ok', ['src/shopping.js']],
      ['ok', undefined],
    ]);

    // The check that the model ran itself: red in the first pass, green in the second.
    const tried = server.requests.flatMap(({ results }) => results).filter((text) => text.startsWith('Exit code'));
    expect(tried.map((text) => text.split('\n')[0])).toEqual(['Exit code 1.', 'Exit code 0.']);

    // Recorded totals are the service's own count, to the token.
    const spent = server.spent();
    const total = spent.in + spent.cachedIn + spent.cacheWrite + spent.out + spent.reasoning;
    expect(total).toBeGreaterThan(1000);
    expect(result.spend).toMatchObject({ tokens: total });

    // The key was used, and is in nothing that stays.
    expect(JSON.stringify(server.requests[0]?.headers)).toContain(KEY);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    expect(files.length).toBeGreaterThan(5);
    const kept = files.map((file) => readFileSync(join(file.parentPath, file.name), 'utf8')).join('\n');
    expect(kept + ended.stdout + ended.stderr).not.toContain(KEY);
    expect(kept).toContain('STORY_KEY');
  });
});

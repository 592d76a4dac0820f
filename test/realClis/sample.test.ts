import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { withProgram } from '../cli/program';
import { runProgram } from '../crash/program';
import { copyOf, removeScenes, runArgs, runFolder } from '../crash/scene';
import { sampleScene } from '../crash/scenes';
import { eventsOf, factsOf, latchesOf, passesOf, resultOf } from '../crash/trace';
import type { Hands } from '../fakes/larderRepair';
import { larderModel } from '../fakes/larderRepair';
import { startModelServer } from '../fakes/modelServer';
import { CLIS } from './clis';

// CONVERGE_REAL_CLIS=1 npx vitest run test/realClis/sample.test.ts
// The sample as it comes, repaired by the real `claude` program, whose model is a service on the loopback.

const wanted = process.env.CONVERGE_REAL_CLIS ?? '';
const claude = CLIS.find(({ use }) => use === 'claude-code');
const runs = wanted === '1' || wanted.split(',').includes('claude-code');

withProgram();
afterAll(removeScenes);

const JUDGMENT = { goalMet: true, lesson: 'The tests tell.', marker: 1 };

/** Its edits want the file to be read first. */
function hands(root: string): Hands {
  const at = (path: string) => join(root, path);
  return {
    edits: 'Edit',
    edit: ({ path, from, to }) => ({
      tools: [{ name: 'Edit', input: { file_path: at(path), old_string: from, new_string: to } }],
    }),
    before: ['src/quantity.js', 'src/shopping.js'].map((path) => ({
      text: 'I look first.',
      tools: [{ name: 'Read', input: { file_path: at(path) } }],
      cachedIn: 100,
    })),
    after: [{ tools: [{ name: 'Bash', input: { command: 'node --test', description: 'Runs the tests' } }] }],
    judge: ({ results }) =>
      results.length > 0 ? { text: 'It is met.' } : { tools: [{ name: 'StructuredOutput', input: JUDGMENT }] },
  };
}

describe.skipIf(!runs || claude === undefined)(
  'the sample, repaired by the real claude program',
  { timeout: 400_000 },
  () => {
    it('is complete on evidence in two passes; totals are the service’s own count', async () => {
      const scene = sampleScene();
      const where = copyOf(scene);
      const server = await startModelServer(larderModel(hands(where.root)));
      const { env } = claude!.setUp(server.url);
      const own = { XDG_CONFIG_HOME: where.env.XDG_CONFIG_HOME, NO_COLOR: '1' };
      const spec = JSON.stringify({ use: 'claude-code', ...claude!.options, allowedTools: ['Bash(node --test)'] });
      const workers = ['implementer', 'reviewer'].flatMap((name) => ['--worker', `${name}=${spec}`]);
      const ended = await runProgram({ ...where, env: { ...env, ...own } }, [...runArgs(scene), ...workers]);
      await server.close();
      const folder = runFolder(where) ?? '';
      const result = resultOf(folder);
      const turns = factsOf(folder, 'worker.turn');
      const figures = process.env.CONVERGE_FIGURES;
      if (figures !== undefined) {
        const line = { turns, spend: result.spend, spent: server.spent(), asked: server.requests.length };
        appendFileSync(figures, `${JSON.stringify(line)}\n`);
      }

      expect(ended.code, ended.stdout + ended.stderr + JSON.stringify(turns)).toBe(0);
      expect(passesOf(folder)).toEqual([1, 2]);
      expect(result).toMatchObject({ outcome: 'complete', confirmed: 'evidence', openLatches: [] });
      expect(latchesOf(folder)).toEqual([]);
      expect(turns.map(({ status, claims, denials }) => [status, claims?.changedFiles, denials])).toEqual([
        ['ok', ['src/quantity.js'], []],
        ['ok', undefined, []],
        ['ok', ['src/shopping.js'], []],
        ['ok', undefined, []],
      ]);
      const weighed = eventsOf(folder, 'claim.weighed').map(({ proposed, confirmed }) => [proposed, confirmed]);
      expect(weighed).toEqual([
        ['met', false],
        ['met', true],
      ]);
      expect(readFileSync(join(where.root, 'src/shopping.js'), 'utf8')).toContain('convert(item.amount');
      const spent = server.spent();
      expect(result.spend).toMatchObject({
        tokens: spent.in + spent.cachedIn + spent.cacheWrite + spent.out + spent.reasoning,
        unknownUsd: 0,
        unknownTokens: 0,
      });
    });
  },
);

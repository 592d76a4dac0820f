import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../engine/node/clock';
import { createFileStore } from '../../../engine/node/store/file';
import { effectsInDoubt, settleEffect } from '../../../engine/steps/effectMarker';
import { withProgram } from '../../cli/program';
import type { Where } from '../../crash/program';
import { runProgram } from '../../crash/program';
import { copyOf, goOn, removeScenes, runArgs, runFolder } from '../../crash/scene';
import { eventsOf, factsOf, resultOf } from '../../crash/trace';
import { recipeScene } from './scene';

withProgram();
afterAll(removeScenes);
vi.setConfig({ testTimeout: 120_000 });

/** Publishes, and the first time kills the program that asked for it, right before or right behind that. */
const publisher = (when: 'before' | 'after') => `
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';

const runner = Number(/^PPid:\\s+(\\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
const { reads } = JSON.parse(readFileSync(0, 'utf8'));
const publish = () => appendFileSync('outbox.log', reads['inputs.version'] + ' is out\\n');
const killed = existsSync('.converge/killed');
writeFileSync('.converge/killed', '');
if (!killed && '${when}' === 'before') process.kill(runner, 'SIGKILL');
else publish();
if (!killed && '${when}' === 'after') process.kill(runner, 'SIGKILL');
console.log(JSON.stringify({ text: 'published' }));
`;

const outbox = ({ root }: Where): string =>
  existsSync(join(root, 'outbox.log')) ? readFileSync(join(root, 'outbox.log'), 'utf8') : '';

describe('the protected effect, killed hard in the middle', () => {
  it.each([
    ['before', 'undone', ''],
    ['after', 'done', '1.0.0 is out\n'],
  ] as const)('%s it happens: a person is asked and says %s; it has happened once', async (when, how, then) => {
    const flow = (text: string) => text.replace('"budget": { "usd": 5 },', '');
    const scene = await recipeScene('protected-effect', { flow, files: { 'publish.mjs': publisher(when) } });
    const where = copyOf(scene);
    expect((await runProgram(where, runArgs(scene))).signal).toBe('SIGKILL');
    const { code, stdout, stderr } = await goOn(scene, where);
    expect(code, stdout + stderr).toBe(5);
    expect(outbox(where)).toBe(then);

    const folder = runFolder(where) ?? '';
    const [ask] = eventsOf(folder, 'ask.opened');
    expect(ask).toMatchObject({ step: 'person', choices: ['settled', 'stop'] });
    const store = createFileStore(join(where.root, '.converge', 'store'), systemClock);
    const [effect, ...others] = await effectsInDoubt(store, 'protected-effect');
    expect([effect?.label, others]).toEqual(['release 1.0.0', []]);
    expect(await settleEffect(store, effect?.namespace ?? [], effect?.key ?? '', how, 'ada')).toBe(true);
    const answered = await runProgram(where, ['answer', folder, ask?.ask ?? '', 'settled', '--approve', 'any']);
    expect(answered.code, answered.stdout + answered.stderr).toBe(0);
    expect(outbox(where)).toBe('1.0.0 is out\n');
    expect(resultOf(folder).outcome).toBe('complete');
    expect(factsOf(folder, 'effect.incomplete')).toMatchObject([{ step: 'announce', policy: 'error' }]);
  });
});

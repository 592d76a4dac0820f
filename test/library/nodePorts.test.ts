import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../engine/index';
import { nodePorts } from '../../engine/runner/nodePorts';
import { readRun } from '../../engine/runner/runs';
import { flowOf } from '../fakes/runs';
import { scratch } from '../node/scratch';
import { repair } from './examples/onDisk';
import { AUTONOMOUS, askFlow, thrownBy } from './library';

const CHECK =
  "import { readFileSync } from 'node:fs';\nprocess.exit(readFileSync('state', 'utf8') === 'good' ? 0 : 1);\n";
const yes = { act: { do: 'answer', ask: 'ok.1', choice: 'yes' }, by: 'ada' } as const;
const traceOf = (folder: string) => readFileSync(join(folder, 'trace.ndjson'), 'utf8');

function workspace(): string {
  const root = scratch();
  writeFileSync(join(root, 'state'), 'bad');
  writeFileSync(join(root, 'check.mjs'), CHECK);
  return root;
}

describe('node ports', () => {
  it('carry a run over files and commands, and leave a run folder that the program reads', async () => {
    const root = workspace();
    const write = (pass: number) => writeFile(join(root, 'state'), pass === 2 ? 'good' : 'better');
    const { runFolder, ...rest } = await repair(root, write);
    expect(rest).toEqual({ outcome: 'complete', confirmed: 'evidence', passes: 2 });
    const { result, damaged, holder } = await readRun(runFolder);
    expect([result.outcome, damaged, holder]).toEqual(['complete', [], null]);
    expect(JSON.parse(readFileSync(join(runFolder, 'result.json'), 'utf8'))).toEqual(result);
    expect(existsSync(join(runFolder, 'artifacts/act/2.json'))).toBe(true);
  });

  it('hold the workspace and the run, and give both back; a run that came to nothing leaves no folder', async () => {
    const root = workspace();
    const ports = await nodePorts({ workspace: root, flow: askFlow });
    expect(await thrownBy(() => nodePorts({ workspace: root, flow: askFlow }))).toMatchObject({
      code: 'workspace-held',
    });
    await ports.close();
    expect(readdirSync(join(root, '.converge/runs'))).toEqual([]);
  });

  it('AF-25 AF-26 over a run folder: it is resumed from what it holds, and nothing else is mixed into it', async () => {
    const root = workspace();
    const handlers = { work: { a: () => 1 } };
    const first = await nodePorts({ workspace: root, flow: askFlow });
    await createEngine({ ports: first, handlers }).run(askFlow, AUTONOMOUS).done;
    await first.close();
    const { runFolder } = first;
    const stale = traceOf(runFolder).trimEnd().split('\n');

    const second = await nodePorts({ workspace: root, flow: askFlow, runFolder });
    const engine = createEngine({ ports: second, handlers });
    const refused = await thrownBy(() => engine.run(askFlow, AUTONOMOUS).done);
    expect(refused).toMatchObject({ code: 'trace-changed' });
    expect(refused.message).toContain(`entry 0 was to be appended, and entry ${stale.length} is the next one`);
    expect(traceOf(runFolder).trimEnd().split('\n')).toEqual(stale);
    await engine.resume(askFlow, second.found!, { acts: [{ act: { do: 'pause' }, by: 'ada' }] }).done;
    await second.close();

    const third = await nodePorts({ workspace: root, flow: askFlow, runFolder });
    const before = traceOf(runFolder);
    const late = createEngine({ ports: third, handlers });
    const told = await thrownBy(() => late.resume(askFlow, stale, { acts: [yes] }).done);
    expect(told.message).toContain(`entry ${stale.length} was to be appended`);
    expect(traceOf(runFolder)).toBe(before);
    expect((await late.resume(askFlow, third.found!, { acts: [yes] }).done).outcome).toBe('complete');
    await third.close();
    expect((await readRun(runFolder)).result.outcome).toBe('complete');
  });

  it('refuse a run folder of another place', async () => {
    const [root, other] = [workspace(), workspace()];
    const ports = await nodePorts({ workspace: other, flow: askFlow });
    const { runFolder } = ports;
    expect(await thrownBy(() => nodePorts({ workspace: root, flow: askFlow, runFolder }))).toMatchObject({
      code: 'run-unknown',
    });
    await ports.close();
  });

  it('give a secret to the command that names it, and keep it out of all that is recorded; TWIN unknown it is kept', async () => {
    const secret = 'hush-hush-4711';
    const verify = {
      kind: 'verify',
      commands: [{ run: ['node', 'say.mjs'], env: { DEPLOY: { secret: 'TOKEN' } } }],
      next: '@complete',
    };
    const flow = flowOf({ converge: 1, id: 'says', start: 'verify', steps: { verify } });
    const kept = async (secrets: Readonly<Record<string, string>>) => {
      const root = workspace();
      // It says what it was given, and what nobody gave it.
      writeFileSync(join(root, 'say.mjs'), `console.log('given ' + process.env.DEPLOY); console.log('${secret}');`);
      const ports = await nodePorts({ workspace: root, flow, secrets });
      const { outcome } = await createEngine({ ports }).run(flow, AUTONOMOUS).done;
      await ports.close();
      const files = readdirSync(ports.runFolder, { recursive: true, withFileTypes: true }).filter((each) =>
        each.isFile(),
      );
      const texts = files.map((each) => readFileSync(join(each.parentPath, each.name), 'utf8')).join('\n');
      return { outcome, texts };
    };
    const known = await kept({ TOKEN: secret });
    expect(known.outcome).toBe('complete');
    expect(known.texts).not.toContain(secret);
    expect(known.texts).toMatch(/given [^\n]*TOKEN/);
    expect((await kept({ TOKEN: 'something-else' })).texts).toContain(secret);
  });
});

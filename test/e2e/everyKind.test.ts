import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { LOOP_TYPES, STEP_KINDS } from '../../engine/flow/names';
import { until } from '../until';
import type { DesignerPage } from './designerPage';
import { designerIn } from './designerPage';
import { useEditor } from './editor';
import { drawEveryKind } from './everyKind';
import { PLAIN } from './flows';
import { writeFlow } from './flowsIn';
import type { Workbench } from './workbench';

const program = path.resolve(import.meta.dirname, '../../dist/converge.js');
const NAME = 'every.converge.json';

describe('every kind built from nothing on the canvas', () => {
  const editor = useEditor();
  let folder: string;
  let window: Workbench;
  let designer: DesignerPage;

  beforeAll(async () => {
    folder = editor.makeFolder('repo');
    writeFlow(folder, 'plain', PLAIN);
    writeFileSync(path.join(folder, NAME), '');
    editor.git(folder, 'add', '--all');
    editor.git(folder, 'commit', '--quiet', '--message', 'An empty file');
    window = await editor.open(folder);
    designer = designerIn(window);
  });

  it('starts with an empty file and ends with exit code 0, and all is done by mouse and keyboard', async () => {
    await window.openFile(NAME, { custom: true });
    await designer.shown();
    await drawEveryKind(designer, window.press);
    await window.screenshot('every-kind/drawn');

    await window.save();
    await until('the saved file', async () => !(await window.isDirty(NAME)));
    const flow = JSON.parse(readFileSync(path.join(folder, NAME), 'utf8'));
    const kinds = Object.values<{ kind: string }>(flow.steps).map(({ kind }) => kind);
    expect([...new Set(kinds)].sort()).toEqual([...STEP_KINDS].sort());
    expect(
      Object.values<{ type: string }>(flow.loops)
        .map(({ type }) => type)
        .sort(),
    ).toEqual([...LOOP_TYPES].sort());

    const env = { ...process.env, XDG_CONFIG_HOME: mkdtempSync(path.join(tmpdir(), 'cve-')) };
    const args = [program, 'run', path.join(folder, NAME), '--mode', 'autonomous', '--approve', 'any'];
    const ended = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8', timeout: 90_000 });
    expect(ended.status, `${ended.stdout}\n${ended.stderr}`).toBe(0);
    expect(ended.stdout).toContain('confirmed on evidence');
  }, 300_000);
});

import * as assert from 'node:assert';
import { writeFileSync } from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { access } from './flows';

describe('the extension in a real extension host', () => {
  const extension = () => vscode.extensions.getExtension('converge.converge');

  it('is known by its id', () => {
    assert.ok(extension(), 'converge.converge is not among the extensions');
    assert.strictEqual(vscode.extensions.getExtension('converge.nothing'), undefined);
  });

  it('activates', async () => {
    await extension()!.activate();
    assert.strictEqual(extension()!.isActive, true);
  });

  it('sees two trusted folders', () => {
    assert.strictEqual(vscode.workspace.isTrusted, true);
    assert.strictEqual(vscode.workspace.workspaceFolders?.length, 2);
  });

  // A figure to read, not a bound: machines are noisy. See Speed in the README.
  it('P12 tells what its own time at the start is: loading its code, and activating', async () => {
    const milliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;
    const activate = milliseconds((await access()).activation);
    const main = require.resolve(path.join(extension()!.extensionPath, extension()!.packageJSON.main));
    const loads: number[] = [];
    const before = require.cache[main];
    for (let round = 0; round < 7; round++) {
      delete require.cache[main];
      const began = process.cpuUsage();
      require(main);
      loads.push(milliseconds(process.cpuUsage(began)));
    }
    require.cache[main] = before;
    const load = loads.sort((a, b) => a - b)[3] ?? 0;
    const report = process.env.CONVERGE_TEST_REPORT;
    const figures = { loadMs: Number(load.toFixed(1)), activateMs: Number(activate.toFixed(1)) };
    if (report) writeFileSync(path.join(path.dirname(report), 'activation.json'), JSON.stringify(figures));
    assert.ok(load > 0 && activate > 0, JSON.stringify(figures));
  });
});

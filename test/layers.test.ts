import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { importProblems } from './layers/problems';

const root = path.resolve(import.meta.dirname, '..');

describe('imports point one way', () => {
  it('in every file of the engine, the extension and the webviews', () => {
    const files = sourceTree();
    expect(files.size).toBeGreaterThan(0);
    expect(importProblems(files)).toEqual([]);
  });

  it('and a tree that breaks the table is told which file does, and how', () => {
    const bad = new Map([
      ['engine/flow/graph.ts', "import type { Entry } from '../trace/entry';\nimport { z } from 'zod';\n"],
      ['engine/flow/check.ts', "import { parse } from '@marcbachmann/cel-js';\nimport picomatch from 'picomatch';\n"],
      ['engine/flow/expression.ts', "import { parse } from '@marcbachmann/cel-js';\n"],
      ['engine/trace/entry.ts', "import type { Flow } from '../flow/graph';\n"],
      ['engine/run/perform.ts', "import { readFile } from 'node:fs/promises';\nimport { x } from './gone';\n"],
      ['engine/attic/old.ts', ''],
      ['extension/rows/runs.ts', "import * as vscode from 'vscode';\n"],
      ['webview/designer/app.tsx', "import {\n  ReactFlow,\n} from 'reactflow';\nimport './app.css';\n"],
      ['webview/designer/app.css', ''],
      ['webview/store.ts', "const late = import('../engine/node/files');\nexport * from '../extension/ids';\n"],
      ['engine/node/files.ts', "import { readFile } from 'node:fs/promises';\n"],
      ['extension/ids.ts', "import * as vscode from 'vscode';\n"],
    ]);
    expect(importProblems(bad)).toEqual([
      'engine/flow/graph.ts imports engine/trace/entry.ts, which engine/flow may not',
      'engine/flow/check.ts imports the package @marcbachmann/cel-js, which engine/flow may not',
      'engine/flow/check.ts imports the package picomatch, which engine/flow may not',
      'engine/run/perform.ts imports node:fs/promises, and engine/run has no Node.js',
      'engine/run/perform.ts imports ./gone, which is not there',
      'engine/attic/old.ts is in no room of the import table',
      'extension/rows/runs.ts imports the package vscode, which extension/rows may not',
      'webview/designer/app.tsx imports the package reactflow, which webview may not',
      'webview/store.ts imports extension/ids.ts, which webview may not',
      'webview/store.ts imports engine/node/files.ts, which webview may not',
      'import cycle: engine/flow/graph.ts → engine/trace/entry.ts → engine/flow/graph.ts',
    ]);
  });

  it('and a tree that keeps to the table is left alone', () => {
    const good = new Map([
      ['engine/json.ts', ''],
      ['engine/flow/graph.ts', "import type { Json } from '../json';\nimport * as z from 'zod';\n"],
      ['engine/run/decide.ts', "import { graphOf } from '../flow/graph';\n"],
      ['engine/node/files.ts', "import { readFile } from 'node:fs/promises';\nimport '../run/decide';\n"],
      [
        'webview/designer/canvas/canvas.tsx',
        "import { ReactFlow } from 'reactflow';\nimport 'reactflow/dist/style.css';\n",
      ],
      ['extension/extension.ts', "import * as vscode from 'vscode';\nimport { run } from '../engine/node/files';\n"],
    ]);
    expect(importProblems(good)).toEqual([]);
  });
});

function sourceTree(): ReadonlyMap<string, string> {
  const files = ['engine', 'extension', 'webview'].flatMap((top) =>
    readdirSync(path.join(root, top), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')),
  );
  return new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
}

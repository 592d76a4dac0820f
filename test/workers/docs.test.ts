import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { anthropicOptions } from '../../engine/node/workers/anthropic';
import { claudeOptions } from '../../engine/node/workers/claudeCode';
import { codexOptions } from '../../engine/node/workers/codex';
import { commandOptions } from '../../engine/node/workers/command';
import { copilotOptions } from '../../engine/node/workers/copilot';
import { geminiOptions } from '../../engine/node/workers/gemini';
import { openaiOptions } from '../../engine/node/workers/openaiCompatible';
import { opencodeOptions } from '../../engine/node/workers/opencode';
import { personOptions } from '../../engine/node/workers/person';
import { recordedOptions } from '../../engine/node/workers/recorded';
import { USES } from '../../engine/node/workers/registry';
import { scriptOptions } from '../../engine/node/workers/script';
import { scriptedOptions } from '../../engine/node/workers/scripted';
import { vscodeLmOptions } from '../../engine/node/workers/vscodeLm';

const sections = new Map(
  readFileSync('media/docs/workers.md', 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section]),
);

it('media/docs/workers.md has a section for each kind of worker and no other', () => {
  expect([...sections.keys()].sort()).toEqual([...USES, 'Checked against'].sort());
});

it.each([
  codexOptions,
  geminiOptions,
  copilotOptions,
  opencodeOptions,
  claudeOptions,
  openaiOptions,
  anthropicOptions,
  commandOptions,
  vscodeLmOptions,
  scriptOptions,
  personOptions,
  scriptedOptions,
  recordedOptions,
])('media/docs/workers.md lists every option and no other (%#)', ({ shape }) => {
  const rows = (sections.get(shape.use.value) ?? '').split('\n').filter((line) => line.startsWith('| `'));
  const listed = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map((found) => found[1]));
  expect(listed.sort()).toEqual(
    Object.keys(shape)
      .filter((name) => name !== 'use')
      .sort(),
  );
});

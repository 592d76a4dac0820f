import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { claudeOptions } from '../../engine/node/workers/agents/claudeCode';
import { codexOptions } from '../../engine/node/workers/agents/codex';
import { copilotOptions } from '../../engine/node/workers/agents/copilot';
import { geminiOptions } from '../../engine/node/workers/agents/gemini';
import { opencodeOptions } from '../../engine/node/workers/agents/opencode';
import { anthropicOptions } from '../../engine/node/workers/models/anthropic';
import { openaiOptions } from '../../engine/node/workers/models/openaiCompatible';
import { vscodeLmOptions } from '../../engine/node/workers/models/vscodeLm';
import { personOptions } from '../../engine/node/workers/person';
import { recordedOptions } from '../../engine/node/workers/played/recorded';
import { scriptedOptions } from '../../engine/node/workers/played/scripted';
import { commandOptions } from '../../engine/node/workers/programs/command';
import { scriptOptions } from '../../engine/node/workers/programs/script';
import { USES } from '../../engine/node/workers/registry';

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

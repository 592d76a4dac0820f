import type { JsonObject } from '../../engine/json';
import type { Files, JudgeSays, Story, StoryJudge } from './repositories';
import { TOKENS_A_TURN } from './repositories';

/** The flow file of a story: Fix Until Green, its workers played from the story. */
export function flowOf(story: Story): JsonObject {
  const { maxPasses, noProgressCeiling, spend, frozen } = story;
  const cap: JsonObject | undefined =
    spend.kind === 'tokens' ? { tokens: spend.cap } : spend.kind === 'absent' ? { usd: 1 } : undefined;
  return {
    converge: 1,
    id: 'fix-until-green',
    goal: 'All tests pass. The tests stay as they are.',
    start: 'act',
    workers: {
      implementer: { use: 'scripted', turns: [...actTurns(story)] },
      reviewer: { use: 'scripted', turns: [...judgeTurns(story)] },
    },
    steps: {
      act: {
        kind: 'work',
        worker: 'implementer',
        prompt: 'Make the tests pass.',
        reads: ['verify'],
        check: { changedOnDisk: 'claimed' },
        attempts: story.attempts,
        next: 'verify',
      },
      verify: {
        kind: 'verify',
        commands: [{ run: [...story.command], expect: 'tests', timeout: '1m' }],
        next: 'judge',
      },
      judge: { kind: 'judge', worker: 'reviewer', prompt: 'Is the goal met?', reads: ['verify'], next: '@complete' },
    },
    loops: {
      fix: {
        type: 'until',
        head: 'act',
        tail: 'judge',
        maxPasses,
        ...(frozen.length > 0 ? { frozen: [...frozen] } : {}),
        ...(noProgressCeiling === undefined ? {} : { noProgressCeiling }),
        ...(cap === undefined ? {} : { spendCap: cap }),
        onExhausted: '@stop',
      },
    },
  };
}

function usageOf({ spend }: Story): JsonObject {
  if (spend.kind === 'free') return {};
  return { usage: spend.kind === 'absent' ? 'absent' : { inputTokens: 60, outputTokens: TOKENS_A_TURN - 60 } };
}

function actTurns(story: Story): readonly JsonObject[] {
  const paths = [...new Set(story.passes.flatMap(({ turns }) => turns.flatMap(({ files }) => Object.keys(files))))];
  const all = [...new Set([...Object.keys(story.files), ...paths])].sort();
  return story.passes.flatMap(({ turns }, index) =>
    turns.map((turn, at) => ({
      step: 'act',
      pass: index + 1,
      ...(at === turns.length - 1 ? {} : { attempt: at + 1 }),
      text: `What I did in pass ${index + 1}.`,
      edits: editsTo(turn.files, all),
      ...(turn.claims.length > 0 ? { claims: { changedFiles: [...turn.claims] } } : {}),
      ...(turn.fail === undefined ? {} : { fail: turn.fail }),
      ...usageOf(story),
    })),
  );
}

/** Edits that make the files what they should be, from whatever they are: which turns were played before is not known. */
const editsTo = (files: Files, paths: readonly string[]): JsonObject[] =>
  paths.map((path): JsonObject => {
    const content = files[path];
    return content === undefined ? { path, delete: true } : { path, content };
  });

const judgeTurns = (story: Story): readonly JsonObject[] =>
  story.passes.map(({ judge }, index) => ({
    step: 'judge',
    pass: index + 1,
    ...answerOf(judge, index + 1),
    ...usageOf(story),
  }));

function answerOf({ says, marker }: StoryJudge, pass: number): JsonObject {
  const judged = (goalMet: JsonObject['goalMet']): JsonObject => ({
    structured: {
      goalMet: goalMet ?? null,
      lesson: `Lesson of pass ${pass}.`,
      ...(marker === undefined ? {} : { marker }),
    },
  });
  const answers: Readonly<Record<JudgeSays, () => JsonObject>> = {
    met: () => judged(true),
    'not-met': () => judged(false),
    text: () => judged('true'),
    number: () => judged(1),
    prose: () => ({ text: 'goalMet: true. All is done.' }),
    nothing: () => ({}),
    fails: () => ({ fail: 'failed' }),
    writes: () => ({ ...judged(true), edits: [{ path: 'judged.txt', content: `pass ${pass}` }] }),
  };
  return answers[says]();
}

import type { Files, JudgeSays, Story, StoryPass } from './repositories';
import { TOKENS_A_TURN } from './repositories';

/** How a story must end, and what must be seen of each pass on the way. */
export interface Ending {
  readonly outcome: 'complete' | 'stopped';
  readonly reason: 'pass-cap' | 'no-progress' | 'spend-cap' | 'spend-unproven' | null;
  readonly passes: readonly PassSeen[];
  /** The repository's own files at the end. */
  readonly files: Files;
  readonly tokens: number;
}

export interface PassSeen {
  /** `not-started`: a bound kept its worker from it. */
  readonly act: 'did' | 'did-not' | 'not-started';
  /** Whether all tests pass, where the pass came so far and the tests are as at the start. */
  readonly green: boolean | undefined;
  readonly testsTouched: boolean;
  readonly scriptTouched: boolean;
  readonly repaired: boolean;
  /** The judge answered, and answered that the goal is met. */
  readonly saidMet: boolean;
}

/**
 * The right ending, from what a person would say of the repository and of nothing else: it is complete in the first pass
 * in which the work was done as claimed, every file of `src` is repaired, the tests and `package.json` are as at the start,
 * and the judge said met, in as many words, without touching anything. Else a bound ends it.
 */
export function endingOf(story: Story): Ending {
  const passes: PassSeen[] = [];
  let files = story.files;
  let turns = 0;
  let stalled = 0;
  let marker: number | undefined;
  const bound = (): 'spend-cap' | 'spend-unproven' | null => {
    if (turns > 0 && story.spend.kind === 'absent') return 'spend-unproven';
    return story.spend.kind === 'tokens' && turns * TOKENS_A_TURN >= story.spend.cap ? 'spend-cap' : null;
  };
  const end = (outcome: Ending['outcome'], reason: Ending['reason']): Ending => {
    const tokens = story.spend.kind === 'tokens' ? turns * TOKENS_A_TURN : 0;
    return { outcome, reason, passes, files, tokens };
  };
  for (const pass of story.passes) {
    const work = worked(story, pass, files, () => (bound() === null ? ++turns : null));
    files = work.files;
    const asked = work.act === 'did' && bound() === null;
    if (asked) turns++;
    const answered = asked && pass.judge.says !== 'fails';
    const seen = { ...look(story, files, work.act), saidMet: answered && pass.judge.says === 'met' };
    passes.push(seen);
    if (seen.saidMet && seen.repaired && !seen.testsTouched && !seen.scriptTouched) {
      return end('complete', null);
    }
    const mark = answered && !WITHOUT_MARKER.includes(pass.judge.says) ? pass.judge.marker : undefined;
    stalled = mark === undefined || mark === marker ? stalled + 1 : 0;
    marker = mark ?? marker;
    const spent = bound();
    if (spent !== null) return end('stopped', spent);
    if (story.noProgressCeiling !== undefined && stalled >= story.noProgressCeiling)
      return end('stopped', 'no-progress');
  }
  return end('stopped', 'pass-cap');
}

/** The last one may only read and wrote: nothing that it said counts. */
const WITHOUT_MARKER: readonly JudgeSays[] = ['prose', 'nothing', 'writes'];

/** Plays the tries of a pass: the first that ends well and whose every claim is true is the last. */
function worked(
  { attempts }: Story,
  pass: StoryPass,
  before: Files,
  start: () => number | null,
): { readonly files: Files; readonly act: PassSeen['act'] } {
  let files = before;
  for (let each = 0; each < attempts; each++) {
    const turn = pass.turns[Math.min(each, pass.turns.length - 1)];
    if (turn === undefined) throw new Error('a pass without turns');
    if (start() === null) return { files, act: 'not-started' };
    files = turn.files;
    const { files: now } = turn;
    if (turn.fail === undefined && turn.claims.every((path) => before[path] !== now[path]))
      return { files, act: 'did' };
  }
  return { files, act: 'did-not' };
}

const isRepaired = ({ repaired }: Story, files: Files): boolean =>
  Object.entries(repaired).every(([path, text]) => files[path] === text);

function look(story: Story, files: Files, act: PassSeen['act']): Omit<PassSeen, 'saidMet'> {
  const tests = (all: Files) => Object.entries(all).filter(([path]) => path.startsWith('test/'));
  const testsTouched = JSON.stringify(tests(files)) !== JSON.stringify(tests(story.files));
  const scriptTouched = files['package.json'] !== story.files['package.json'];
  const repaired = isRepaired(story, files);
  const green = act === 'did' && !testsTouched && !scriptTouched ? repaired : undefined;
  return { act, green, testsTouched, scriptTouched, repaired };
}

import type { Json } from '../../engine/json';
import type { ScriptedTurn } from '../../engine/node/workers/played/scriptedTurns';
import type { Answer, Play } from '../fakes/world';

export const notMet = (pass: number): ScriptedTurn => ({
  step: 'judge',
  pass,
  structured: { goalMet: false, lesson: 'Not yet.', marker: 'the same' },
});

export const scored = (visit: number, score: number): ScriptedTurn => ({
  step: 'score',
  visit,
  structured: { score, feedback: 'more' },
});

/** So many builds that differ from one another. */
export const builds = (count: number): readonly ScriptedTurn[] =>
  Array.from({ length: count }, (_, index) => ({
    step: 'build',
    visit: index + 1,
    edits: [{ path: 'clamp.js', content: `build ${index + 1}` }],
  }));

/** A round of the search that finds nothing good enough. */
export const round = (visit: number): readonly ScriptedTurn[] => {
  const item = { id: `r${visit}`, idea: 'another' };
  return [
    { step: 'planner', visit, structured: { intents: [item] } },
    { step: 'try-one', item, structured: { id: item.id, score: visit } },
  ];
};

export const SETTLED = { person: ['settled'] };

/** What it publishes is out, whatever its answer is. */
export const publishes =
  (answer: Answer = {}): Play =>
  (_, files) => {
    files.set('outbox.log', `${files.get('outbox.log') ?? ''}out\n`);
    return answer;
  };

/** A program that looks at inbox/ as the template's own does, apart from how fresh a file is. */
export const inbox = (files: ReadonlyMap<string, string>, cursor: Json): Json => {
  const seen = Array.isArray(cursor) ? cursor : [];
  const fresh = [...files.keys()].filter(
    (name) => name.startsWith('inbox/') && name !== 'inbox/done' && !seen.includes(name),
  );
  const outcome = fresh.length > 0 ? 'activity' : files.has('inbox/done') ? 'terminal' : 'idle';
  return { outcome, payload: fresh, cursor: [...seen, ...fresh] };
};

export const ITERATION = 'revise:done measure:done assess:done ';

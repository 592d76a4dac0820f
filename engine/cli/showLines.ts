import { counted } from '../counted';
import type { Flow } from '../flow/schema';
import type { Latch } from '../loops/ledger';
import { capsText } from '../run/entryWords';
import type { Act, Batch, Round } from '../run/history';
import { batchText, iterationLimit, outOf } from '../run/iterations';
import { meterTexts } from '../run/spendText';
import type { RunState } from '../run/state';
import { openAsks } from '../run/state';
import type { Reading } from '../runner/runs';
import { endLines } from './endLines';
import { stretchLines } from './stretchLines';
import type { Line, Tone } from './terminal';

/**
 * A run as a person reads it afterwards: pass by pass, then what stands open, then how it ended. `flow`: the run's own copy,
 * for the limits that stand in it.
 */
export function showLines(reading: Reading, flow: Flow | null = null): readonly Line[] {
  const { run, state, history, earlier, damaged, tornBytes, holder } = reading;
  const { head } = state;
  const held = holder === null ? '' : `, carried by pid ${holder.pid}`;
  return [
    line('strong', `run ${run}: flow ${head?.flow.id ?? '(unreadable)'}, ${history.mode}${held}`),
    ...(head ? [line('dim', `goal: ${head.goal}`), line('dim', `flow file: ${head.flow.path}`)] : []),
    ...damaged.map((number) => line('bad', `line ${number} of the trace cannot be read`)),
    ...(tornBytes > 0 ? [line('warn', `the trace ends in the middle of a line (${counted(tornBytes, 'byte')})`)] : []),
    ...(earlier ? [line('warn', 'the run is long: only its end is told of here')] : []),
    ...history.acts.flatMap(actLines),
    ...history.stretches.flatMap((stretch) => stretchLines(stretch)),
    ...history.batches.map((batch) => batchLine(batch, iterationLimit(state, flow, '', batch.loop))),
    ...history.rounds.map((round) => roundLine(round, iterationLimit(state, flow, '', round.loop))),
    ...state.ledger.flatMap(latchLines),
    ...noteLines(state),
    ...openAsks(state).map(({ id, question }) => line('warn', `question ${id}: ${question}`)),
    ...meterTexts(state).map((text) => line(text.includes('unknown') ? 'warn' : 'dim', `spent by ${text}`)),
    ...endLines(reading),
  ];
}

function actLines({ what, at }: Act): readonly Line[] {
  switch (what.type) {
    case 'run.forked':
      return [line('dim', `forked from run ${what.from} after its commit ${what.superStep}`)];
    case 'caps.changed':
      return [line('dim', `${at}: caps of ${what.loop} changed by ${what.by}: ${capsText(what.caps)}`)];
    case 'caps.refused':
      return [line('warn', `${at}: caps of ${what.loop} not changed for ${what.by}: ${what.why}`)];
    case 'run.paused':
      return [line('dim', `${at}: paused by ${what.by}`)];
    case 'run.resumed':
      return [line('dim', `${at}: resumed (holder ${what.fence})`)];
  }
}

function batchLine(batch: Batch, limit: number | null): Line {
  const at = batchText({ batch: batch.batch, iteration: batch.iteration, total: batch.lastTotal }, limit);
  switch (batch.ended?.type) {
    case 'workflow.loop.exhausted':
      return line('warn', `${batch.loop} · ${at}: used up, ${batch.ended.to} was handed control`);
    case 'workflow.loop.abandoned':
      return line('warn', `${batch.loop} · ${at}: abandoned, ${batch.ended.by} led out of it`);
    case 'workflow.loop.left':
      return line('plain', `${batch.loop} · ${at}: left for ${batch.ended.to}, its condition was met`);
    case undefined:
      return line('plain', `${batch.loop} · ${at}${batch.endedAt === null ? '' : ': another batch followed'}`);
  }
}

function roundLine({ loop, round, scored, best, ended }: Round, limit: number | null): Line {
  const score =
    scored === null ? 'not scored' : scored.score === null ? `no score, ${scored.why}` : `score ${scored.score}`;
  const restored = ended?.restored === undefined ? '' : `; the files are as in round ${ended.restored}`;
  const end = ended === null ? '' : `: ${ended.reason}${restored}`;
  const known = best === null ? '' : ` · best ${best}`;
  return line('plain', `${loop} · round ${outOf(round, limit)} · ${score}${known}${end}`);
}

const latchLines = (latch: Latch): readonly Line[] => [
  line(latch.state === 'open' ? 'bad' : 'plain', `latch ${latch.id}: ${latch.state}`),
  ...latch.history.map((event) => line('dim', `  pass ${event.pass}: ${event.what}, ${event.why}`)),
];

const noteLines = (state: RunState): readonly Line[] =>
  Object.entries(state.loops).flatMap(([loop, { notes }]) =>
    notes.map((note) => line('dim', `note of loop ${loop}, pass ${note.pass} (${note.from}): ${note.text}`)),
  );

const line = (tone: Tone, text: string): Line => ({ tone, text });

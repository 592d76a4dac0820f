import { held } from '../../loops/stepMatter';
import type { Say } from '../../say';
import type { Decision } from '../../trace/decision';
import type { Commit, Entry, Fact } from '../../trace/entry';
import type { RecordedLine } from '../../trace/recordedLine';
import type { Within } from '../../trace/scope';
import { childPath, isItem, parentOf } from '../../trace/scope';
import { stateIn } from '../snapshots';
import { askId } from '../state';
import { createCalling } from './calling';
import { commitText, isBad } from './commitText';
import { createLatching } from './latching';
import { createSectioning } from './sectioning';
import type { Spending } from './spending';
import { createSpending } from './spending';
import type { Tables } from './tables';
import { addRow, lookNumber, OPEN } from './tables';
import { createVisiting } from './visiting';
import { createWaiting } from './waiting';

/**
 * Reads a trace line by line into tables.
 *
 * R1 Time never goes back: an entry whose clock stood behind the one before counts as of the same time.
 * R2 Total: an entry that fits nothing changes nothing; a line that cannot be read only counts.
 * R3 A commit of a lower fence than the run's holder is void, as it is to the state.
 * R4 Spend is, after each line, what the state has.
 */
export interface Recording {
  readonly add: (line: RecordedLine) => void;
  readonly spending: Spending;
  readonly hidden: () => number;
}

export function createRecording(tables: Tables, say: Say): Recording {
  const { commits, texts, times, visits } = tables;
  const visiting = createVisiting(tables);
  const sectioning = createSectioning(tables, say);
  const latching = createLatching(tables);
  const waiting = createWaiting(tables);
  const calling = createCalling(tables);
  const spending = createSpending(tables);
  let hidden = 0;
  let unsure = false;
  let fence = 0;
  let now = 0;
  let ended = false;

  const facted = (fact: Exclude<Fact, { type: 'control' }>, at: number, before: number, line: number) => {
    const { within = '' } = fact;
    switch (fact.type) {
      case 'run.started':
        fence = fact.fence;
        return;
      case 'run.forked':
        visiting.cutOff(before);
        waiting.resumed(at, line);
        ended = false;
        return;
      case 'run.resumed': {
        fence = fact.fence;
        visiting.cutOff(before);
        for (const going of visiting.all()) {
          if (going.open) spending.dead(going.step, going.reserved, at, line);
          going.open = false;
        }
        for (const [loop, raised] of Object.entries(fact.raised ?? {})) spending.cap(loop, raised, at);
        if (!ended) waiting.unheld(before, at, line);
        waiting.resumed(at, line);
        ended = false;
        return;
      }
      case 'trace.repaired':
        return;
      case 'snapshot': {
        const carried = unsure && fact.fence >= fence ? stateIn(fact.state) : null;
        if (carried !== null) spending.put(carried.spend, at, line);
        unsure = false;
        return;
      }
    }
    if (fact.pass === 0 && fact.loop !== undefined) sectioning.baseline(within, fact.loop, at, line);
    const died = fact.type === 'worker.turn' ? (visiting.at(within, fact.step)?.reserved ?? null) : null;
    const going = visiting.of(fact, at, line);
    switch (fact.type) {
      case 'step.started':
        visits.to.set(going.row, OPEN);
        visits.look.set(going.row, lookNumber('running'));
        going.open = fact.worker !== undefined;
        going.reserved = fact.reserved ?? null;
        return;
      case 'worker.turn': {
        const dead = fact.status !== 'ok' && fact.usage.state === 'absent' ? died : null;
        spending.turn(fact.step, fact.usage, dead, at, line);
        going.open = false;
        return;
      }
      case 'step.failed':
        going.open = false;
        return;
      case 'call.started':
        return calling.begin(fact.path, fact.flow, spending.now(), at);
      case 'step.finished':
        going.open = false;
        going.kept = held(fact.result);
        visits.to.set(going.row, at);
        // An item or a task is not decided by itself: it has ended with this.
        if (isItem(within)) visits.look.set(going.row, lookNumber(going.kept ? 'done' : 'failed'));
        return;
      default:
        return;
    }
  };

  const decided = (event: Decision, within: Within, at: number, line: number) => {
    sectioning.decided(event, within, at, line);
    switch (event.type) {
      case 'step.done': {
        const { step, visit, outcome } = event;
        const going = visiting.of({ ...event, within }, at, line);
        visiting.end(going, at, line, isBad(event) ? 'failed' : 'done');
        visits.outcome.set(going.row, texts.of(outcome));
        waiting.over(askId(within, step, visit), at, line);
        const call = childPath(within, step, visit);
        visiting.forget(going, call, at);
        sectioning.close(call, at, line);
        calling.close(call, at);
        return;
      }
      case 'loop.entered':
        for (const going of visiting.all())
          if (going.within === within && going.loop === event.loop && going.pass === 0)
            visiting.end(going, at, line, 'done');
        return;
      case 'latch.opened':
      case 'latch.cleared':
      case 'latch.accepted':
        return latching.decided(event, at, line);
      case 'ask.opened':
      case 'wait.started': {
        const id = event.type === 'ask.opened' ? event.ask : event.wait;
        const flow = parentOf(id);
        const lane = event.step === '' ? tables.lanes.run() : tables.lanes.of(flow, event.step);
        if (event.step !== '') {
          const { step, visit } = event;
          const { row } = visiting.of({ within: flow, step, visit }, at, line);
          visits.look.set(row, lookNumber('waiting'));
        }
        return waiting.begin(id, lane, event.type === 'ask.opened' ? 'a person' : 'a time', at, line);
      }
      case 'ask.answered':
        return waiting.over(event.ask, at, line);
      case 'poll':
        if (event.due === null) waiting.over(event.wait, at, line);
        return;
      case 'caps.changed':
        return spending.cap(event.loop, event.caps, at);
      case 'run.paused':
        return waiting.begin('', tables.lanes.run(), 'a resume', at, line);
      case 'run.ended':
        if (within !== '') return calling.close(within, at);
        ended = true;
        visiting.cutOff(at, 'all');
        waiting.allOver(at, line);
        if (event.outcome !== 'failed') return;
        for (const going of visiting.all()) {
          if (going.kept) continue;
          going.open = false;
          going.reserved = null;
        }
        return;
      default:
        return;
    }
  };

  const committed = (commit: Commit, at: number, line: number) => {
    if (commit.fence < fence) return;
    const { within = '', superStep, events } = commit;
    for (const event of events) decided(event, within, at, line);
    addRow(commits, { at, line, superStep, text: texts.of(commitText(events, say)) });
  };

  const added = (entry: Entry, before: number, line: number) => {
    if (entry.type === 'commit') committed(entry, now, line);
    else if (entry.type !== 'control') facted(entry, now, before, line);
  };
  return {
    add: (line) => {
      const before = now;
      if ('entry' in line) {
        const at = Date.parse(line.entry.at);
        // What comes before the first readable time is as old as that.
        now = Number.isNaN(at) ? now : Math.max(now, at);
      }
      times.push(now);
      if ('entry' in line) return added(line.entry, before, line.line);
      hidden += 1;
      unsure = true;
    },
    spending,
    hidden: () => hidden,
  };
}

import type { Entry } from '../../engine/trace/entry';
import type { StepScope, Within } from '../../engine/trace/scope';
import { decisionText } from './decisionText';
import { outermost } from './flowPlace';
import { say } from './say';
import { brief, count, joined, usageText } from './words';

/** An entry in a line of words. `step`: the step it is about. */
export interface EntryText {
  readonly label: string;
  readonly description: string;
  readonly icon: string;
  readonly bad?: boolean;
  readonly step?: string;
}

export function entryText(entry: Entry): EntryText {
  switch (entry.type) {
    case 'run.started':
      return { label: say('Run started'), description: joined(entry.flow.id, entry.mode, entry.program), icon: 'play' };
    case 'run.forked':
      return {
        label: say('Run forked'),
        description: joined(
          say('from {0} after commit {1}', entry.from, entry.superStep),
          Object.keys(entry.set).join(', '),
        ),
        icon: 'repo-forked',
      };
    case 'run.resumed':
      return {
        label: say('Run resumed'),
        description: joined(
          say('holder {0}', entry.fence),
          entry.program,
          entry.flow ? say('with a changed flow') : '',
        ),
        icon: 'debug-continue',
      };
    case 'trace.repaired':
      return {
        label: say('Trace read over damage'),
        description: joined(
          entry.lines.length > 0 ? say('{0} skipped', count(entry.lines.length, 'line')) : '',
          entry.tornBytes > 0 ? say('{0} torn off the end', count(entry.tornBytes, 'byte')) : '',
        ),
        icon: 'warning',
        bad: true,
      };
    case 'snapshot':
      return { label: say('State recorded'), description: say('a resume reads from here'), icon: 'archive' };
    case 'step.started':
      return inStep(
        entry,
        say('started'),
        joined(entry.kind, say('attempt {0}', entry.attempt), entry.worker),
        'debug-start',
      );
    case 'worker.turn':
      return inStep(
        entry,
        say('turn {0}', entry.status),
        joined(entry.worker, entry.model, usageText(entry.usage), brief(entry.why ?? entry.text)),
        'comment',
        entry.status !== 'ok',
      );
    case 'check.evaluated': {
      const failing = entry.terms.filter((term) => !term.ok).map((term) => `${term.term}: ${term.reason}`);
      return inStep(
        entry,
        entry.ok ? say('check held') : say('check did not hold'),
        failing.join('; '),
        entry.ok ? 'check' : 'close',
        !entry.ok,
      );
    }
    case 'verify.command':
      return inStep(
        entry,
        entry.result.clean ? say('command clean') : say('command not clean'),
        joined(entry.result.command, entry.result.reason),
        'terminal',
        !entry.result.clean,
      );
    case 'workspace.snapshot':
      return inStep(
        entry,
        entry.tree === null ? say('files not recorded') : say('files recorded'),
        joined(
          entry.when,
          entry.why,
          entry.changed?.length ? say('{0} changed', count(entry.changed.length, 'file')) : '',
        ),
        'device-camera',
        entry.tree === null,
      );
    case 'step.failed':
      return inStep(entry, say('attempt {0} failed', entry.attempt), brief(entry.reason), 'error', true);
    case 'step.finished':
      return inStep(entry, say('finished'), entry.result.kind, 'circle-filled');
    case 'call.started':
      return inStep(entry, say('calls'), joined(entry.flow.id, brief(entry.goal)), 'symbol-method');
    case 'cache.hit':
      return inStep(entry, say('from the cache'), joined(brief(entry.key), entry.from), 'archive');
    case 'effect.claimed':
      return inStep(entry, say('effect claimed'), joined(brief(entry.key), entry.owner), 'shield');
    case 'effect.committed':
      return inStep(entry, say('effect happened'), brief(entry.key), 'shield');
    case 'effect.incomplete':
      return inStep(
        entry,
        say('effect in doubt'),
        joined(brief(entry.key), say('claimed by {0}', entry.owner), entry.policy),
        'shield',
        true,
      );
    case 'control':
      return { label: say('Control: {0}', entry.act.do), description: say('by {0}', entry.by), icon: 'person' };
    case 'commit':
      return {
        label: entry.within
          ? say('{0}: commit {1}', entry.within, entry.superStep)
          : say('Commit {0}', entry.superStep),
        description: joined(
          ...entry.events.map(decisionText),
          entry.frontier.length > 0 ? say('next: {0}', entry.frontier.map((due) => due.step).join(', ')) : '',
        ),
        icon: 'git-commit',
      };
  }
}

function inStep(
  scope: StepScope & { readonly within?: Within },
  what: string,
  description: string,
  icon: string,
  bad = false,
): EntryText {
  const { step, pass, inner, within = '' } = scope;
  const where = joined(
    pass > 0 ? say('pass {0}', pass) : '',
    inner === undefined
      ? ''
      : inner.batch === undefined
        ? say('round {0}', inner.iteration)
        : say('batch {0}, iteration {1}', inner.batch, inner.iteration),
  );
  const label = `${within === '' ? step : `${within}/${step}`} ${what}`;
  return { label, description: joined(where, description), icon, bad, step: outermost(within) ?? step };
}

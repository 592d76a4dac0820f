import type { Entry } from '../../engine/trace/entry';
import type { StepScope, Within } from '../../engine/trace/scope';
import { decisionText } from './decisionText';
import { outermost } from './flowPlace';
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
      return { label: 'Run started', description: joined(entry.flow.id, entry.mode, entry.program), icon: 'play' };
    case 'run.forked':
      return {
        label: 'Run forked',
        description: joined(`from ${entry.from} after commit ${entry.superStep}`, Object.keys(entry.set).join(', ')),
        icon: 'repo-forked',
      };
    case 'run.resumed':
      return {
        label: 'Run resumed',
        description: joined(`holder ${entry.fence}`, entry.program, entry.flow ? 'with a changed flow' : ''),
        icon: 'debug-continue',
      };
    case 'trace.repaired':
      return {
        label: 'Trace read over damage',
        description: joined(
          entry.lines.length > 0 ? `${count(entry.lines.length, 'line')} skipped` : '',
          entry.tornBytes > 0 ? `${count(entry.tornBytes, 'byte')} torn off the end` : '',
        ),
        icon: 'warning',
        bad: true,
      };
    case 'snapshot':
      return { label: 'State recorded', description: 'a resume reads from here', icon: 'archive' };
    case 'step.started':
      return inStep(entry, 'started', joined(entry.kind, `attempt ${entry.attempt}`, entry.worker), 'debug-start');
    case 'worker.turn':
      return inStep(
        entry,
        `turn ${entry.status}`,
        joined(entry.worker, entry.model, usageText(entry.usage), brief(entry.why ?? entry.text)),
        'comment',
        entry.status !== 'ok',
      );
    case 'check.evaluated': {
      const failing = entry.terms.filter((term) => !term.ok).map((term) => `${term.term}: ${term.reason}`);
      return inStep(
        entry,
        entry.ok ? 'check held' : 'check did not hold',
        failing.join('; '),
        entry.ok ? 'check' : 'close',
        !entry.ok,
      );
    }
    case 'verify.command':
      return inStep(
        entry,
        entry.result.clean ? 'command clean' : 'command not clean',
        joined(entry.result.command, entry.result.reason),
        'terminal',
        !entry.result.clean,
      );
    case 'workspace.snapshot':
      return inStep(
        entry,
        entry.tree === null ? 'files not recorded' : 'files recorded',
        joined(entry.when, entry.why, entry.changed?.length ? `${count(entry.changed.length, 'file')} changed` : ''),
        'device-camera',
        entry.tree === null,
      );
    case 'step.failed':
      return inStep(entry, `attempt ${entry.attempt} failed`, brief(entry.reason), 'error', true);
    case 'step.finished':
      return inStep(entry, 'finished', entry.result.kind, 'circle-filled');
    case 'call.started':
      return inStep(entry, 'calls', joined(entry.flow.id, brief(entry.goal)), 'symbol-method');
    case 'cache.hit':
      return inStep(entry, 'from the cache', joined(brief(entry.key), entry.from), 'archive');
    case 'effect.claimed':
      return inStep(entry, 'effect claimed', joined(brief(entry.key), entry.owner), 'shield');
    case 'effect.committed':
      return inStep(entry, 'effect happened', brief(entry.key), 'shield');
    case 'effect.incomplete':
      return inStep(
        entry,
        'effect in doubt',
        joined(brief(entry.key), `claimed by ${entry.owner}`, entry.policy),
        'shield',
        true,
      );
    case 'control':
      return { label: `Control: ${entry.act.do}`, description: `by ${entry.by}`, icon: 'person' };
    case 'commit':
      return {
        label: `${entry.within ? `${entry.within}: commit` : 'Commit'} ${entry.superStep}`,
        description: joined(
          ...entry.events.map(decisionText),
          entry.frontier.length > 0 ? `next: ${entry.frontier.map((due) => due.step).join(', ')}` : '',
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
    pass > 0 ? `pass ${pass}` : '',
    inner === undefined
      ? ''
      : inner.batch === undefined
        ? `round ${inner.iteration}`
        : `batch ${inner.batch}, iteration ${inner.iteration}`,
  );
  const label = `${within === '' ? step : `${within}/${step}`} ${what}`;
  return { label, description: joined(where, description), icon, bad, step: outermost(within) ?? step };
}

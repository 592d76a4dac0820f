import type { Confirmed } from '../../engine/trace/decision';
import type { Row } from './row';
import type { RunStatus } from './runView';

/** Icon and colour of a run's state. The colour of success belongs to a confirmed completion alone. */
export function statusLook(status: RunStatus, confirmed: Confirmed): Pick<Row, 'icon' | 'colour'> {
  switch (status) {
    case 'running':
      return { icon: 'loading~spin' };
    case 'waiting':
      return { icon: 'question', colour: 'warning' };
    case 'paused':
      return { icon: 'debug-pause', colour: 'warning' };
    case 'interrupted':
      return { icon: 'debug-disconnect', colour: 'warning' };
    case 'complete':
      return completeLook(confirmed);
    case 'stopped':
      return { icon: 'stop-circle', colour: 'warning' };
    case 'failed':
      return { icon: 'error', colour: 'bad' };
    case 'cancelled':
      return { icon: 'circle-slash', colour: 'quiet' };
    case 'handoff':
      return { icon: 'arrow-right' };
    case 'escalated':
      return { icon: 'person', colour: 'warning' };
  }
}

/** Checks that the engine ran, a worker's word, or nothing: three that must not look alike. */
function completeLook(confirmed: Confirmed): Pick<Row, 'icon' | 'colour'> {
  switch (confirmed) {
    case 'evidence':
      return { icon: 'pass-filled', colour: 'good' };
    case 'opinion':
      return { icon: 'comment-discussion' };
    case 'none':
      return { icon: 'circle-large-outline' };
  }
}

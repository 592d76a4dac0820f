import type { Issue } from '../../issue';
import { at, isObject } from '../../json';
import type { FlowView } from './rule';
import { error, objectAt, quoted } from './rule';
import { togetherOf } from './together';
import type { Writing } from './writings';

/**
 * SH-16: where two steps of one super-step write a channel, the flow says how their values fold. Two steps one after the
 * other need not, and a channel that says `last` has said it.
 */
export function conflictRules(view: FlowView): readonly Issue[] {
  const channels = objectAt(view.flow, ['channels']);
  const silent = new Set(
    Object.keys(channels).filter((name) => isObject(channels[name]) && at(channels[name], ['reducer']) === undefined),
  );
  const writings = view.writings().filter(({ channel, field }) => field === undefined && silent.has(channel));
  if (writings.length === 0) return [];
  const own = bySite(view, writings);
  const place = new Map(writings.map((writing, index) => [writing, index]));
  const told = new Set<Writing>();
  const issues: Issue[] = [];
  const tell = (one: Writing, other: Writing, how: string) => {
    const [first, second] = (place.get(one) ?? 0) <= (place.get(other) ?? 0) ? [one, other] : [other, one];
    if (told.has(second)) return;
    told.add(second);
    issues.push(conflict(first, second, how));
  };
  for (const [site, here] of own) {
    here.forEach((one, index) => {
      const calls = `"${site}" calls it several times in one super-step`;
      if (one.step !== site) tell(one, one, calls);
      for (const other of here.slice(index + 1))
        if (other.channel === one.channel && other.step !== one.step) tell(one, other, `"${site}" runs both at once`);
    });
  }
  for (const [a, b] of togetherOf(view, new Set(own.keys()))) {
    for (const one of own.get(a) ?? [])
      for (const other of own.get(b) ?? [])
        if (other.channel === one.channel) tell(one, other, 'they can run in one super-step');
  }
  return issues;
}

/** Writings by the step that is due when they are made: of a called step, its callers. */
function bySite({ graph }: FlowView, writings: readonly Writing[]): ReadonlyMap<string, readonly Writing[]> {
  const sites = new Map<string, Writing[]>();
  for (const writing of writings) {
    for (const site of graph.called.get(writing.step) ?? [writing.step]) {
      const here = sites.get(site);
      if (here === undefined) sites.set(site, [writing]);
      else here.push(writing);
    }
  }
  return sites;
}

function conflict(one: Writing, other: Writing, how: string): Issue {
  const { channel } = other;
  const fix = {
    title: `Let "${channel}" append`,
    changes: [{ path: ['channels', channel, 'reducer'], value: 'append' }],
  };
  const who = one === other ? `"${one.step}" writes` : `${quoted([one.step, other.step])} both write`;
  const message = `${who} the channel "${channel}", and ${how}: say how their values fold. Give the channel a "reducer", such as "append", "merge" or, where the later one may win, "last".`;
  return error('conflicting-writers', other.path, message, fix);
}

import type { Latch } from '../../engine/loops/ledger';
import { qualified } from '../../engine/trace/scope';
import type { Row } from './row';
import type { RunView } from './runView';
import { brief, joined } from './words';

/** The latches of a run, open ones first; each with its claim, its reason, its evidence and all that happened to it. */
export function latchesRows(run: RunView | undefined): readonly Row[] {
  if (!run) return [];
  const { ledger } = run.state;
  return [...ledger.filter((latch) => latch.state === 'open'), ...ledger.filter((latch) => latch.state !== 'open')].map(
    (latch) => latchRow(run, latch),
  );
}

function latchRow(run: RunView, latch: Latch): Row {
  const id = `latch:${run.folder}/${latch.loop}/${latch.id}`;
  const open = latch.state === 'open';
  // A latch of a called flow is shown on the step that called it.
  const shown = latch.place === '' ? latch.step : latch.place.split('/')[0];
  const evidence = latch.history.filter((event) => event.what === 'cleared').at(-1);
  const part = (name: string, text: string, icon: string): Row => ({
    id: `${id}/${name}`,
    label: name,
    description: text,
    tooltip: text,
    icon,
    contextValue: 'fact',
    children: [],
  });
  return {
    id,
    label: latch.step === null ? latch.id : qualified(latch.place, latch.step),
    description: joined(latch.state, latch.cause, brief(latch.reason)),
    tooltip: joined(latch.id, latch.reason, open ? 'The run cannot be complete while this is open.' : ''),
    icon: open ? 'unlock' : latch.state === 'accepted' ? 'person' : 'lock',
    colour: open ? 'warning' : 'quiet',
    contextValue: `latch.${latch.state}`,
    spoken: joined(`${latch.state} latch on ${latch.step ?? latch.id}`, latch.reason),
    collapsed: !open,
    ...(shown ? { target: { open: 'step', folder: run.folder, step: shown } as const } : {}),
    children: [
      part('Claim', latch.claim || 'nothing was claimed', 'comment'),
      part('Reason', latch.reason, 'law'),
      ...(evidence ? [part('Evidence', evidence.why, 'verified')] : []),
      ...latch.paths.map((path) => ({
        ...part(path, '', 'file'),
        target: { open: 'file', folder: run.folder, path, line: 1 } as const,
      })),
      {
        ...part('History', '', 'history'),
        collapsed: true,
        children: latch.history.map((event, index) =>
          part(`History ${index + 1}`, `${event.what} in pass ${event.pass}: ${event.why}`, 'circle-small'),
        ),
      },
    ],
  };
}

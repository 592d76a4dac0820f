import type { Latch, LatchEvent } from '../../engine/loops/ledger';
import { latchEventText, latchWord } from '../../engine/run/latchWords';
import { qualified } from '../../engine/trace/scope';
import { fact } from './fact';
import type { Row } from './row';
import type { RunView } from './runView';
import { isResumable } from './runView';
import { say } from './say';
import { brief, joined } from './words';

/** The latches of a run, open ones first; each with its claim, its reason, its evidence and all that happened to it. */
export function latchesRows(run: RunView | undefined): readonly Row[] {
  if (!run) return [];
  const { ledger } = run.state;
  return [...ledger.filter(isOpen), ...ledger.filter((latch) => !isOpen(latch))].map((latch) => latchRow(run, latch));
}

const isOpen = ({ state }: Latch): boolean => state === 'open';

const latchRowId = (folder: string, { loop, id }: Pick<Latch, 'loop' | 'id'>): string =>
  `latch:${folder}/${loop}/${id}`;

/** What cleared or accepted it, as it was said last; undefined: nothing has. */
const evidenceOf = ({ history }: Latch): string | undefined =>
  history.filter(({ what }) => what !== 'opened').at(-1)?.why;

/** What was claimed beside what the engine saw, as two texts that VS Code shows as a diff. */
export function claimTexts(latch: Latch): { readonly claim: string; readonly evidence: string } {
  const seen = [latch.reason, ...latch.history.map((event) => eventText(event)), ...latch.paths];
  const text = (lines: readonly string[]) => `${lines.filter(Boolean).join('\n')}\n`;
  return { claim: text([latch.claim || say('nothing was claimed')]), evidence: text(seen) };
}

const eventText = (event: LatchEvent): string => `${latchEventText(event, say)}: ${event.why}`;

/** Accepting is for a run that can still go on: `latch.open.final` is open for good. `.code`: it is about files. */
function contextOf(run: RunView, latch: Latch): string {
  const final = isOpen(latch) && !run.held && !isResumable(run) && run.state.end !== null;
  return `latch.${latch.state}${final ? '.final' : ''}${latch.paths.length > 0 ? '.code' : ''}`;
}

function latchRow(run: RunView, latch: Latch): Row {
  const id = latchRowId(run.folder, latch);
  const open = isOpen(latch);
  // A latch of a called flow is shown on the step that called it.
  const shown = latch.place === '' ? latch.step : latch.place.split('/')[0];
  const evidence = evidenceOf(latch);
  const compare = { open: 'claim', folder: run.folder, latch: latch.id } as const;
  const part = (name: string, label: string, text: string, icon: string): Row =>
    fact(`${id}/${name}`, label, text, { icon, tooltip: text });
  return {
    id,
    label: latch.step === null ? latch.id : qualified(latch.place, latch.step),
    description: joined(latchWord(latch.state, say), latch.cause, brief(latch.reason)),
    tooltip: joined(latch.id, latch.reason, open ? say('The run cannot be complete while this is open.') : ''),
    icon: open ? 'unlock' : latch.state === 'accepted' ? 'person' : 'lock',
    colour: open ? 'warning' : 'quiet',
    contextValue: contextOf(run, latch),
    spoken: joined(say('Latch on {0}: {1}', latch.step ?? latch.id, latchWord(latch.state, say)), latch.reason),
    collapsed: !open,
    ...(shown ? { target: { open: 'step', folder: run.folder, step: shown } as const } : {}),
    children: [
      { ...part('claim', say('Claim'), latch.claim || say('nothing was claimed'), 'comment'), target: compare },
      { ...part('reason', say('Reason'), latch.reason, 'law'), target: compare },
      ...(evidence === undefined
        ? []
        : [{ ...part('evidence', say('Evidence'), evidence, 'verified'), target: compare }]),
      ...latch.paths.map((path) => ({
        ...part(path, path, '', 'file'),
        target: { open: 'file', folder: run.folder, path, line: 1 } as const,
      })),
      {
        ...part('history', say('History'), '', 'history'),
        collapsed: true,
        children: latch.history.map((event, index) =>
          part(`event/${index}`, say('History {0}', index + 1), eventText(event), 'circle-small'),
        ),
      },
    ],
  };
}

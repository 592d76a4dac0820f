import './player.css';
import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect } from 'react';
import { IconButton } from '../../controls/IconButton';
import { useDesigner } from '../designer';
import type { IconName } from '../icons';
import { Icon } from '../icons';
import type { Played } from './marks';
import { lastMoment, nextRow } from './marks';
import { momentPass, momentText } from './momentTexts';
import { simulateTexts } from './simulateTexts';
import type { Simulator } from './simulator';
import { playedOf } from './simulator';
import { useSimulating } from './useSimulating';

const texts = simulateTexts.player;
/** Long enough to read the sentence and to find the step on the canvas. */
const PACE_MS = 900;

/** The way through what happened: one moment after the other, by button, by key, or by itself. */
export function Player({ played }: { readonly played: Played }): ReactNode {
  const { simulator } = useDesigner();
  const moment = useSimulating((state) => state.moment);
  const playing = useSimulating((state) => state.playing);
  const last = lastMoment(played);

  useEffect(() => {
    if (!playing) return;
    const on = (moment ?? -1) + 1;
    const timer = setTimeout(() => simulator.standAt(on, on < last), PACE_MS);
    return () => clearTimeout(timer);
  }, [playing, moment, last, simulator]);

  const play = () => simulator.standAt(!playing && (moment === null || moment === last) ? 0 : moment, !playing);
  const button = (icon: IconName, name: string, onPress: () => void) => (
    <IconButton icon={<Icon name={icon} />} name={name} onPress={onPress} />
  );
  const now = moment === null ? undefined : played.moments[moment];
  const where = momentPass(played, now);
  return (
    <fieldset className="player" aria-label={texts.label} aria-description={texts.keys}>
      {button('toStart', texts.begin, () => simulator.standAt(0))}
      {button('stepBack', texts.back, () => simulator.standAt((moment ?? 1) - 1))}
      {button(playing ? 'pause' : 'run', playing ? texts.pause : texts.play, play)}
      {button('stepOn', texts.step, () => simulator.standAt((moment ?? -1) + 1))}
      {button('nextRow', texts.row, () => simulator.standAt(nextRow(played, moment ?? -1)))}
      {button('toEnd', texts.end, () => simulator.standAt(last))}
      <p className="player-words" aria-live="polite" data-moment={moment ?? ''}>
        {now === undefined ? (
          texts.notYet
        ) : (
          <>
            <span className="player-count">{texts.at((moment ?? 0) + 1, last + 1)}</span>
            {where !== '' && <span className="player-where">{where}</span>}
            <span>{momentText(now)}</span>
          </>
        )}
      </p>
      {moment !== null && button('close', texts.leave, () => simulator.standAt(null))}
    </fieldset>
  );
}

/** Arrows, Home and End step, wherever in the panel the focus is, unless a control there has them for itself. */
export function stepByKey(simulator: Simulator, event: KeyboardEvent): void {
  const played = playedOf(simulator.store.get());
  const { moment } = simulator.store.get();
  const { target } = event;
  const isTaken = target instanceof Element && target.closest('input, select, textarea, vscode-text-area') !== null;
  if (played === null || isTaken || event.ctrlKey || event.metaKey || event.altKey) return;
  const to = stepped(event.key, moment, lastMoment(played));
  if (to === undefined) return;
  simulator.standAt(to);
  event.preventDefault();
  event.stopPropagation();
}

function stepped(key: string, moment: number | null, last: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (moment ?? -1) + 1;
    case 'ArrowLeft':
      return (moment ?? 1) - 1;
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

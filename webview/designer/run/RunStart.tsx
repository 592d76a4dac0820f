import './runStart.css';
import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../controls/Button';
import { useDesigner } from '../designer';
import { LimitsCard } from '../limits/LimitsCard';
import { limitsTexts } from '../limits/limitsTexts';
import { texts } from '../texts';
import { runTexts } from './runTexts';

/** Before a start: what would bound the run, in the mode in which it is then started. */
export function RunStart({ runnable }: { readonly runnable: boolean }): ReactNode {
  const designer = useDesigner();
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (open) place.current?.querySelector<HTMLElement>('.run-card vscode-button')?.focus();
  }, [open]);
  const close = () => {
    setOpen(false);
    place.current?.querySelector<HTMLElement>('vscode-button')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  const start = () => {
    setOpen(false);
    designer.host.post({ type: 'run', mode: designer.simulator.store.get().mode });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the card from whatever in it has the focus.
    <div
      className="run-start"
      ref={place}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <Button
        primary
        disabled={!runnable}
        title={runnable ? undefined : texts.run.mend}
        onPress={() => (open ? close() : setOpen(true))}
      >
        {texts.run.run}
      </Button>
      {open && runnable && (
        <div className="run-card" role="dialog" aria-label={limitsTexts.title}>
          <h2>{limitsTexts.title}</h2>
          <LimitsCard />
          <div className="run-card-acts">
            <Button primary onPress={start}>
              {runTexts.start}
            </Button>
            <Button onPress={close}>{runTexts.cancel}</Button>
          </div>
        </div>
      )}
    </div>
  );
}

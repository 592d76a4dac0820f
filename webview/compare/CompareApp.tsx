import './compare.css';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import type { Comparison } from '../protocol';
import { Board } from './board/Board';
import { ChangeList } from './ChangeList';
import { CompareToolbar } from './CompareToolbar';
import { compareTexts as texts } from './compareTexts';
import { keyOfLine, useComparing, useComparingState } from './comparing';
import type { Pictures } from './scenes';
import { boundsOf } from './where';

/** Two states of a flow: laid over one another or side by side, and beside them what changed in words. */
export function CompareApp(): ReactNode {
  const comparing = useComparing();
  const comparison = useComparingState((state) => state.comparison);
  const pictures = useComparingState((state) => state.pictures);
  const said = useComparingState((state) => state.said);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F7') return;
      comparing.step(event.shiftKey ? -1 : 1);
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [comparing]);
  return (
    <>
      {comparison !== null && pictures !== null && (
        <div className="compare">
          <header>
            <CompareToolbar comparison={comparison} />
            <Notes comparison={comparison} />
          </header>
          <div className="compare-rooms">
            <main className="compare-stage">
              <Canvases comparison={comparison} pictures={pictures} />
            </main>
            <ChangeList comparison={comparison} />
          </div>
        </div>
      )}
      <div className="visually-hidden" role="status" aria-live="polite" data-said={said.text}>
        {said.text}
        {said.count % 2 === 1 ? '\u00a0' : ''}
      </div>
    </>
  );
}

function Notes({ comparison }: { readonly comparison: Comparison }): ReactNode {
  const notes = [comparison.before, comparison.after].filter(({ note }) => note !== null);
  return notes.map(({ label, note }) => (
    <p key={label} className="compare-note" role="status">
      <strong>{label}</strong> {note}
    </p>
  ));
}

interface CanvasesProps {
  readonly comparison: Comparison;
  readonly pictures: Pictures;
}

function Canvases({ comparison, pictures }: CanvasesProps): ReactNode {
  const comparing = useComparing();
  const mode = useComparingState((state) => state.mode);
  const line = useComparingState((state) => state.chosen);
  const chosen = line === null ? null : keyOfLine(comparison, line);
  const board = (side: 'overlaid' | 'before' | 'after') => {
    const picture = pictures[side];
    return (
      <Board
        key={side}
        picture={picture}
        name={side}
        label={texts.canvas[side]}
        chosen={chosen === null ? null : picture.keyOf(chosen)}
        onPress={(key) => {
          const found = comparison.lines.findIndex((_line, index) => {
            const about = keyOfLine(comparison, index);
            return about !== null && picture.keyOf(about) === key;
          });
          if (found >= 0) comparing.choose(found);
        }}
      />
    );
  };
  if (mode === 'overlaid') return <div className="compare-side">{board('overlaid')}</div>;
  const { width, height } = boundsOf(pictures);
  const sides = (['before', 'after'] as const).map((side) => (
    <div className="compare-side" key={side}>
      <h2 className="compare-side-name">{texts[side](comparison[side].label)}</h2>
      <div className="compare-side-canvas">
        {comparison[side].flow === null ? <p className="compare-nothing">{texts.nothing}</p> : board(side)}
      </div>
    </div>
  ));
  // What is drawn from left to right has more room one below the other.
  return <div className={width > 2 * height ? 'compare-sides stacked' : 'compare-sides'}>{sides}</div>;
}

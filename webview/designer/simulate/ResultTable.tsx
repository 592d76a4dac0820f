import './result.css';
import type { ReactNode } from 'react';
import { useEffect, useMemo, useRef } from 'react';
import type { Played } from './marks';
import type { ResultRow } from './rows';
import { rowsOf } from './rows';
import { StepsTable } from './StepsTable';
import { simulateTexts } from './simulateTexts';
import { useSimulating } from './useSimulating';

const texts = simulateTexts.result;

/** Pass → what was proposed → what the engine made of it → latches → where it led. */
export function ResultTable({ played }: { readonly played: Played }): ReactNode {
  const rows = useMemo(() => rowsOf(played), [played]);
  const moment = useSimulating((state) => state.moment);
  const here = moment === null ? null : (played.moments[moment]?.row ?? null);
  const { outcome, reason, confirmed, why, openLatches } = played.end;
  const by = outcome === 'complete' ? texts.confirmedBy[confirmed] : '';
  const isGood = outcome === 'complete' && confirmed === 'evidence';
  return (
    <div className="simulate-scroll">
      {rows.length === 0 ? (
        <StepsTable played={played} />
      ) : (
        <table>
          <thead>
            <tr>
              {Object.entries(texts.head).map(([key, text]) => (
                <th key={key} scope="col">
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.since} row={row} here={row.since === here} />
            ))}
          </tbody>
        </table>
      )}
      <p className={`simulate-end${isGood ? ' good' : ''}`} data-outcome={outcome}>
        <strong>{texts.outcomes[outcome]}</strong>
        {[by, reason ?? '', why]
          .filter((part) => part !== '')
          .map((part) => (
            <span key={part}>{part}</span>
          ))}
        {openLatches.length > 0 && <span className="open">{texts.openLatches(openLatches.join(', '))}</span>}
      </p>
    </div>
  );
}

function Row({ row, here }: { readonly row: ResultRow; readonly here: boolean }): ReactNode {
  const { opened, cleared, open } = row.latches;
  const place = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (here) place.current?.scrollIntoView({ block: 'nearest' });
  }, [here]);
  return (
    <tr ref={place} aria-current={here ? 'step' : undefined} className={here ? 'here' : ''}>
      <th scope="row">
        {row.name}
        {here && <span className="visually-hidden">, {texts.here}</span>}
      </th>
      <td>{row.said}</td>
      <td>
        <span className={row.confirmed ? 'good' : ''}>{row.verdict}</span>
        {row.failing.length > 0 && (
          <ul>
            {row.failing.map(({ term, reason }) => (
              <li key={term}>
                <b>{term}</b> {reason}
              </li>
            ))}
          </ul>
        )}
      </td>
      <td>
        {opened.map((id) => (
          <Latch key={`+${id}`} sign="+" id={id} words={texts.opened(id)} kind="opened" />
        ))}
        {cleared.map((id) => (
          <Latch key={`-${id}`} sign="−" id={id} words={texts.cleared(id)} kind="cleared" />
        ))}
        {open.map((id) => (
          <Latch key={id} sign="" id={id} words={texts.open(id)} kind="open" />
        ))}
      </td>
      <td>{row.exit}</td>
    </tr>
  );
}

interface LatchProps {
  readonly sign: string;
  readonly id: string;
  readonly words: string;
  readonly kind: 'opened' | 'cleared' | 'open';
}

const Latch = ({ sign, id, words, kind }: LatchProps): ReactNode => (
  <span className={`simulate-latch ${kind}`} title={words}>
    <span aria-hidden="true">
      {sign} {id}
    </span>
    <span className="visually-hidden">{words}</span>
  </span>
);

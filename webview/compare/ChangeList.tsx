import type { KeyboardEvent, ReactNode } from 'react';
import { Fragment, useEffect, useRef } from 'react';
import type { DiffLine } from '../../engine/flow/diff/lines';
import type { Comparison } from '../protocol';
import { ChangedValues } from './ChangedValues';
import { compareTexts as texts } from './compareTexts';
import { fittingLines, useComparing, useComparingState } from './comparing';
import { groupOf } from './groups';
import { SIGNS } from './signs';

/** All changes in words, by what they are about. Arrows go through them, Enter shows where one is. */
export function ChangeList({ comparison }: { readonly comparison: Comparison }): ReactNode {
  const comparing = useComparing();
  const filter = useComparingState((state) => state.filter);
  const chosen = useComparingState((state) => state.chosen);
  const list = useRef<HTMLDivElement>(null);
  const fitting = fittingLines(comparison.lines, filter);
  const stop = chosen !== null && fitting.includes(chosen) ? chosen : fitting[0];
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])];
    const place = rows.findIndex((row) => row.contains(document.activeElement));
    const to = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (to !== undefined) {
      rows[Math.max(0, Math.min(rows.length - 1, to))]?.focus();
      event.preventDefault();
    }
    if (event.key !== 'Enter' && event.key !== ' ') return;
    const line = rows[place]?.dataset.line;
    if (line !== undefined) comparing.choose(Number(line));
    event.preventDefault();
  };
  const groups = groupOf(comparison, fitting);
  return (
    <aside className="changes" aria-label={texts.changes}>
      <div className="changes-head">
        <h2>{texts.changes}</h2>
        <input
          type="search"
          className="changes-filter"
          aria-label={texts.filter}
          placeholder={texts.filter}
          value={filter}
          onChange={(event) => comparing.setFilter(event.target.value)}
        />
      </div>
      {fitting.length === 0 && <p className="changes-none">{texts.none}</p>}
      <div className="changes-list" role="listbox" aria-label={texts.changes} ref={list} onKeyDown={onKeyDown}>
        {groups.map(({ name, lines }) => (
          // biome-ignore lint/a11y/useSemanticElements: options stand in groups of a list box, not in sets of fields.
          <div key={name} role="group" aria-label={texts.groups[name]}>
            <div className="changes-group" aria-hidden="true">
              {texts.groups[name]} <span className="changes-count">{lines.length}</span>
            </div>
            {lines.map((index) => {
              const line = comparison.lines[index];
              return line === undefined ? null : (
                <Row key={index} line={line} index={index} chosen={index === chosen} stop={index === stop} />
              );
            })}
          </div>
        ))}
      </div>
      <ChangedValues comparison={comparison} line={chosen} />
    </aside>
  );
}

interface RowProps {
  readonly line: DiffLine;
  readonly index: number;
  readonly chosen: boolean;
  /** The one row that Tab stops at. */
  readonly stop: boolean;
}

function Row({ line, index, chosen, stop }: RowProps): ReactNode {
  const comparing = useComparing();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list around it takes the keys.
    <div
      role="option"
      className={`change change-${line.how}`}
      aria-selected={chosen}
      aria-label={[texts.how[line.how], line.text, ...line.details].filter((part) => part !== '').join(', ')}
      tabIndex={stop ? 0 : -1}
      data-line={index}
      onClick={() => comparing.choose(index)}
    >
      <span className="change-sign" aria-hidden="true">
        {SIGNS[line.how]}
      </span>
      <span className="change-words">
        {line.text}
        {line.details.map((detail) => (
          <Fragment key={detail}>
            <br />
            <span className="change-detail">{detail}</span>
          </Fragment>
        ))}
      </span>
    </div>
  );
}

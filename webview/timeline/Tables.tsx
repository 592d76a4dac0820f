import type { ReactNode } from 'react';
import { memo } from 'react';
import type { TimelineSnapshot } from '../timelineProtocol';
import { elapsed } from './axis';
import { timelineTexts as texts } from './timelineTexts';

/** No page is read out further than this; what comes behind is found by zooming in. */
const MOST_ROWS = 300;

/** The same as the drawing, to be read: lanes, sections and latches as rows. */
export const Tables = memo(function Tables({ snapshot }: { readonly snapshot: TimelineSnapshot }): ReactNode {
  const { lanes, sections, latches, whole } = snapshot;
  const took = (from: number, to: number | null) => (to === null ? texts.going : elapsed(to - from));
  return (
    <div className="visually-hidden timeline-tables">
      <Table
        caption={texts.table.caption}
        heads={[
          ...[texts.table.step, texts.table.state, texts.table.visits, texts.table.failed],
          ...[texts.table.took, texts.table.waits],
        ]}
        rows={lanes.map(({ key, total, waits }) => ({
          key,
          cells: [
            key || texts.lanesRun,
            texts.looks[total.last],
            String(total.visits),
            String(total.failed),
            elapsed(total.took),
            waits.map(({ label, from, to }) => `${label}, ${took(from, to)}`).join('; '),
          ],
        }))}
      />
      <Table
        caption={texts.sectionsTable.caption}
        heads={[
          ...[texts.sectionsTable.loop, texts.sectionsTable.part],
          ...[texts.sectionsTable.decided, texts.sectionsTable.took],
        ]}
        rows={sections.map(({ loop, label, decided, from, to, line }) => ({
          key: `${loop}/${label}/${line}`,
          cells: [loop, label, decided, took(from, to)],
        }))}
      />
      <Table
        caption={texts.latchesTable.caption}
        heads={[texts.latchesTable.latch, texts.latchesTable.from, texts.latchesTable.took]}
        rows={latches.map(({ label, from, to, firstLine, row }) => ({
          key: `${firstLine}/${row}/${label}`,
          cells: [label, elapsed(from - whole.from), took(from, to)],
        }))}
      />
    </div>
  );
});

interface TableProps {
  readonly caption: string;
  readonly heads: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly string[] }[];
}

function Table({ caption, heads, rows }: TableProps): ReactNode {
  if (rows.length === 0) return null;
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, MOST_ROWS).map(({ key, cells: [name, ...cells] }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {cells.map((cell, place) => (
              <td key={heads[place + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

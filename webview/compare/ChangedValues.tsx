import type { ReactNode } from 'react';
import type { Json } from '../../engine/json';
import type { Comparison } from '../protocol';
import { compareTexts as texts } from './compareTexts';

/** The values of the chosen change as they were and as they are, whole: a prompt is read here. */
export function ChangedValues({
  comparison,
  line,
}: {
  readonly comparison: Comparison;
  readonly line: number | null;
}): ReactNode {
  const index = line === null ? null : (comparison.lines[line]?.change ?? null);
  const change = index === null ? undefined : comparison.diff.changes[index];
  if (change === undefined || change.what === 'route' || change.values.length === 0) return null;
  return (
    <section className="values" aria-label={texts.values}>
      {change.values.map(({ path, before, after }) => (
        <div key={path.join('.')} className="value">
          <h3>{path.join('.')}</h3>
          <Value name={texts.was} sort="removed" value={before} />
          <Value name={texts.is} sort="added" value={after} />
        </div>
      ))}
    </section>
  );
}

interface ValueProps {
  readonly name: string;
  readonly sort: 'added' | 'removed';
  readonly value: Json | undefined;
}

function Value({ name, sort, value }: ValueProps): ReactNode {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return (
    <div className={`value-side value-${sort}`}>
      <span className="value-name">{name}</span>
      <pre>{value === undefined ? texts.absent : text}</pre>
    </div>
  );
}

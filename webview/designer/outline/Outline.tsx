import './outline.css';
import type { MouseEvent, ReactNode } from 'react';
import { memo, useEffect, useMemo, useState } from 'react';
import { useDesigner, useDesignerState, useScene } from '../designer';
import { inFlow, keyAt } from '../focus';
import type { IconName } from '../icons';
import { Icon, kindIcon, loopIcon } from '../icons';
import { loopKey, selectedOf } from '../selection';
import { texts } from '../texts';
import { outlineTexts } from './outlineTexts';
import type { Line } from './tree';
import { outlineOf } from './tree';
import { useTreeKeys } from './useTreeKeys';

/** The same flow as a tree: every step, route and loop can be selected and edited here, with the keys of the canvas. */
export function Outline(): ReactNode {
  const designer = useDesigner();
  const scene = useScene();
  const selection = useDesignerState((state) => state.selection);
  const collapsed = useDesignerState((state) => state.collapsed);
  const [closedSteps, setClosedSteps] = useState<ReadonlySet<string>>(new Set());
  const closed = useMemo(() => new Set([...closedSteps, ...collapsed.map(loopKey)]), [closedSteps, collapsed]);
  const lines = useMemo(() => outlineOf(scene, closed), [scene, closed]);
  const last = selection.at(-1);
  const stop = lines.some((line) => line.key === last) ? last : lines[0]?.key;

  const setOpen = (line: Line, open: boolean) => {
    if (line.type === 'loop') return designer.fold(selectedOf(line.key).id, !open);
    const others = [...closedSteps].filter((key) => key !== line.key);
    setClosedSteps(new Set(open ? others : [...others, line.key]));
  };
  const onKeyDown = useTreeKeys(lines, setOpen);

  // A route that is selected from elsewhere is shown.
  useEffect(() => {
    const item = last === undefined ? null : selectedOf(last);
    if (item?.type !== 'route') return;
    const from = scene.graph.routes.find((route) => route.id === item.id)?.from;
    setClosedSteps((before) =>
      from !== undefined && before.has(from) ? new Set([...before].filter((key) => key !== from)) : before,
    );
  }, [last, scene]);
  // The focus was on a line that is gone: it goes to the one that is the stop now.
  useEffect(() => {
    if (stop === undefined || document.activeElement !== document.body || !inFlow(document.body)) return;
    document.querySelector<HTMLElement>(`.outline [data-line="${CSS.escape(stop)}"]`)?.focus();
  }, [stop]);

  const click = (event: MouseEvent) => {
    const key = keyAt(event.target);
    const line = lines.find((each) => each.key === key);
    if (!line) return;
    if (line.open !== null && event.target instanceof Element && event.target.closest('.line-twist'))
      return setOpen(line, !line.open);
    const command = event.ctrlKey || event.metaKey;
    if (command && selection.includes(line.key)) designer.select(selection.filter((key) => key !== line.key));
    else if (command) designer.select([...selection, line.key]);
    else if (event.shiftKey) designer.select(between(lines, stop, line.key));
    else designer.select([line.key]);
  };

  return (
    <section className="outline" aria-label={texts.outline.label}>
      <header>
        <h2>{texts.outline.heading}</h2>
        <p className="outline-hint">{outlineTexts.hint}</p>
      </header>
      <div
        role="tree"
        aria-label={texts.outline.label}
        aria-multiselectable="true"
        onKeyDown={onKeyDown}
        onClick={click}
      >
        {lines.map((line) => (
          <TreeLine key={line.key} line={line} selected={selection.includes(line.key)} stop={line.key === stop} />
        ))}
      </div>
    </section>
  );
}

interface TreeLineProps {
  readonly line: Line;
  readonly selected: boolean;
  readonly stop: boolean;
}

const TreeLine = memo(
  function TreeLine({ line, selected, stop }: TreeLineProps): ReactNode {
    const { errors, warnings, messages } = line.tally;
    return (
      <div
        role="treeitem"
        className={`line line-${line.type} kind-${line.type === 'step' ? kindIcon(line.kind) : ''}`}
        data-line={line.key}
        data-level={line.level}
        aria-level={line.level}
        aria-posinset={line.position}
        aria-setsize={line.count}
        aria-expanded={line.open ?? undefined}
        aria-selected={selected}
        tabIndex={stop ? 0 : -1}
        style={{ paddingLeft: 6 + (line.level - 1) * 18 }}
      >
        <span className="line-twist" data-open={line.open ?? undefined}>
          {line.open !== null && <Icon name={line.open ? 'down' : 'right'} size={14} />}
        </span>
        <Icon name={iconOf(line)} size={14} />
        <span className="line-text">{line.text}</span> <span className="line-detail">{line.detail}</span>
        {errors > 0 && <span className="badge badge-error">{texts.problems(errors, 0)}</span>}
        {warnings > 0 && <span className="badge badge-warning">{texts.problems(0, warnings)}</span>}
        {messages[0] !== undefined && (
          <span className="line-issue">
            {messages[0]} {messages.length > 1 ? outlineTexts.more(messages.length - 1) : ''}
          </span>
        )}
      </div>
    );
  },
  (before, after) =>
    before.selected === after.selected && before.stop === after.stop && sameLine(before.line, after.line),
);

const sameLine = (a: Line, b: Line): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The keys of all lines from one to another. */
function between(lines: readonly Line[], from: string | undefined, to: string): readonly string[] {
  const keys = lines.map((line) => line.key);
  const [a, b] = [from === undefined ? -1 : keys.indexOf(from), keys.indexOf(to)];
  return a < 0 ? [to] : keys.slice(Math.min(a, b), Math.max(a, b) + 1);
}

function iconOf(line: Line): IconName {
  switch (line.type) {
    case 'step':
      return kindIcon(line.kind);
    case 'loop':
      return loopIcon(line.kind);
    case 'route':
      return 'route';
  }
}

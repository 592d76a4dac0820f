import './dock.css';
import type { KeyboardEvent, ReactNode } from 'react';
import { useId, useRef } from 'react';
import { IconButton } from '../../controls/IconButton';
import type { DockMemory } from '../../protocol';
import { useDesigner, useDesignerState, useScene } from '../designer';
import { Icon } from '../icons';
import { tallyOf } from '../problems/issues';
import { ProblemsPanel } from '../problems/ProblemsPanel';
import { SimulatePanel } from '../simulate/SimulatePanel';
import { texts } from '../texts';
import { dockTexts } from './dockTexts';
import { Resizer } from './Resizer';

const TABS: readonly DockMemory['tab'][] = ['problems', 'simulate'];

/** What stands below the canvas: one of two tabs, as high as a person made it, or folded. */
export function Dock(): ReactNode {
  const designer = useDesigner();
  const { issues } = useScene().snapshot;
  const { open, tab, height } = useDesignerState((state) => state.dock);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const { errors, warnings } = tallyOf(issues);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = TABS[(TABS.indexOf(tab) + by + TABS.length) % TABS.length];
    if (by === 0 || next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    designer.showDock({ open: true, tab: next });
    list.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  };
  return (
    <section className={`dock dock-${tab}${open ? '' : ' folded'}`} aria-label={dockTexts.label}>
      {open && <Resizer height={height} fixed={tab === 'simulate'} />}
      <header>
        <div className="dock-tabs" role="tablist" aria-label={dockTexts.label} ref={list} onKeyDown={onKeyDown}>
          {TABS.map((each) => (
            <button
              key={each}
              type="button"
              role="tab"
              id={`${id}${each}`}
              data-tab={each}
              aria-selected={each === tab}
              aria-controls={open && each === tab ? `${id}panel` : undefined}
              tabIndex={each === tab ? 0 : -1}
              onClick={() => designer.showDock({ open: true, tab: each })}
            >
              {dockTexts[each]}
              {each === 'problems' && errors + warnings > 0 && <span className="dock-count">{errors + warnings}</span>}
            </button>
          ))}
        </div>
        <span className="problems-summary">{tab === 'problems' && texts.problems(errors, warnings)}</span>
        <IconButton
          icon={<Icon name={open ? 'down' : 'up'} />}
          name={open ? dockTexts.fold : dockTexts.unfold}
          onPress={() => designer.showDock({ open: !open })}
        />
      </header>
      {open && (
        <div
          className="dock-panel"
          role="tabpanel"
          id={`${id}panel`}
          aria-labelledby={`${id}${tab}`}
          style={tab === 'simulate' ? { height } : { maxHeight: height }}
        >
          {tab === 'problems' ? <ProblemsPanel /> : <SimulatePanel />}
        </div>
      )}
    </section>
  );
}

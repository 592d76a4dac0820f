import type { ReactNode } from 'react';
import { Button } from '../controls/Button';
import { IconButton } from '../controls/IconButton';
import { Icon } from '../designer/icons';
import type { Comparison } from '../protocol';
import { compareTexts as texts } from './compareTexts';
import { keyOfLine, useComparing, useComparingState } from './comparing';
import { inShownOrder } from './groups';
import type { Mode } from './view';

const MODES: readonly Mode[] = ['overlaid', 'sides'];

export function CompareToolbar({ comparison }: { readonly comparison: Comparison }): ReactNode {
  const comparing = useComparing();
  const mode = useComparingState((state) => state.mode);
  const chosen = useComparingState((state) => state.chosen);
  const { title, before, after, lines, diff } = comparison;
  const open = () => {
    const key = chosen === null ? null : keyOfLine(comparison, chosen);
    comparing.host.post({ type: 'open', selection: key === null ? [] : [key] });
  };
  return (
    <div className="toolbar compare-toolbar" role="toolbar" aria-label={texts.label}>
      <h1>{texts.heading(title, before.label, after.label)}</h1>
      <div className="tools">
        {/* biome-ignore lint/a11y/useSemanticElements: two buttons of a toolbar, not a set of form fields. */}
        <span className="modes" role="group" aria-label={texts.mode}>
          {MODES.map((each) => (
            <button
              key={each}
              type="button"
              className="mode"
              aria-pressed={mode === each}
              onClick={() => comparing.setMode(each)}
            >
              {texts.modes[each]}
            </button>
          ))}
        </span>
      </div>
      <div className="tools">
        <IconButton icon={<Icon name="up" />} name={texts.previous} onPress={() => comparing.step(-1)} />
        <IconButton icon={<Icon name="down" />} name={texts.next} onPress={() => comparing.step(1)} />
        <span className="compare-position">
          {chosen === null
            ? texts.counted(diff.changes.length)
            : texts.position(inShownOrder(comparison, [...lines.keys()]).indexOf(chosen) + 1, lines.length)}
        </span>
      </div>
      <div className="tools">
        <IconButton icon={<Icon name="zoomOut" />} name={texts.zoomOut} onPress={() => comparing.zoom(1 / 1.2)} />
        <IconButton icon={<Icon name="zoomIn" />} name={texts.zoomIn} onPress={() => comparing.zoom(1.2)} />
        <IconButton icon={<Icon name="fit" />} name={texts.fit} onPress={comparing.fit} />
      </div>
      <div className="tools compare-acts">
        <Button onPress={() => comparing.host.post({ type: 'textDiff' })}>{texts.textDiff}</Button>
        <Button onPress={open}>{texts.openDesigner}</Button>
      </div>
    </div>
  );
}

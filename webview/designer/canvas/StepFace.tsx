import type { ReactNode } from 'react';
import { memo } from 'react';
import type { NodeProps } from 'reactflow';
import { Handle, Position } from 'reactflow';
import { useDesignerState } from '../designer';
import { Icon, kindIcon } from '../icons';
import { texts } from '../texts';
import type { StepData, StepNode } from './drawing';
import { HEAD_HEIGHT, ROW_HEIGHT } from './face';

/** A step on the canvas: kind, title, what matters, one line for each named way out, problems and run state. */
export const StepFace = memo(function StepFace({ data, selected }: NodeProps<StepNode>): ReactNode {
  const { face } = data;
  const forbidden = useForbidden(face.id);
  const tabStop = useDesignerState((state) => tabStopOf(state.selection, state.scene?.order ?? []) === face.id);
  const classes = [
    'face',
    `kind-${kindIcon(face.kind)}`,
    data.state ? `is-${data.state}` : '',
    forbidden ? 'forbidden' : '',
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; this is a thing on a canvas.
    <div
      className={classes.join(' ')}
      data-step={face.id}
      data-selected={selected}
      role="group"
      aria-roledescription={texts.canvas.stepRole}
      aria-label={data.label}
      aria-current={selected ? 'true' : undefined}
      tabIndex={tabStop ? 0 : -1}
      title={data.tally.messages.join('\n') || undefined}
    >
      <Handle type="target" id="in" position={Position.Left} isConnectable={!data.locked} />
      <Handle type="target" id="again" position={Position.Bottom} isConnectable={false} className="quiet" />
      <Handle type="source" id="back" position={Position.Bottom} isConnectable={false} className="quiet" />
      <div className="face-head">
        <span className="face-kind">
          <Icon name={kindIcon(face.kind)} size={18} />
        </span>
        <span className="face-words">
          <span className="face-title">{face.title}</span>
          <span className="face-detail">{face.detail}</span>
        </span>
        <Marks data={data} />
      </div>
      <Handle type="source" id="main" position={Position.Right} isConnectable={!data.locked} />
      {face.rows.map((row, index) => (
        <div key={row.handle} className={`face-row row-${row.kind}`} style={{ height: ROW_HEIGHT }}>
          <span>{row.label}</span>
          <Handle
            type="source"
            id={row.handle}
            position={Position.Right}
            isConnectable={!data.locked}
            className={row.route === null ? 'open' : ''}
            style={{ top: HEAD_HEIGHT + index * ROW_HEIGHT + ROW_HEIGHT / 2 }}
          />
        </div>
      ))}
    </div>
  );
});

function Marks({ data }: { readonly data: StepData }): ReactNode {
  const { errors, warnings } = data.tally;
  return (
    <span className="face-marks" aria-hidden="true">
      {data.latch !== null && (
        <span className="mark mark-latch" title={texts.canvas.latch(data.latch)}>
          <Icon name="latch" size={14} />
        </span>
      )}
      {data.state && <RunMark state={data.state} />}
      {errors > 0 && <span className="badge badge-error">{errors}</span>}
      {errors === 0 && warnings > 0 && <span className="badge badge-warning">{warnings}</span>}
      {data.start && errors + warnings === 0 && !data.state && (
        <span className="mark mark-start" title={texts.canvas.start}>
          <Icon name="start" size={12} />
        </span>
      )}
    </span>
  );
}

function RunMark({ state }: { readonly state: NonNullable<StepData['state']> }): ReactNode {
  const icons = { done: 'done', failed: 'close' } as const;
  return (
    <span className={`mark mark-${state}`} title={texts.states[state]}>
      {state === 'done' || state === 'failed' ? <Icon name={icons[state]} size={14} /> : <span className="dot" />}
    </span>
  );
}

/** One step is the canvas's stop for the Tab key: the last selected one, else the first of the flow. */
function tabStopOf(selection: readonly string[], order: readonly string[]): string | undefined {
  return [...selection].reverse().find((key) => order.includes(key)) ?? order[0];
}

/** True while a route is being drawn that may not end here. */
export const useForbidden = (target: string): boolean =>
  useDesignerState((state) => state.connecting !== null && !state.connecting.to(target).ok);

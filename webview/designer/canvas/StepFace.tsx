import type { ReactNode } from 'react';
import { memo } from 'react';
import type { NodeProps } from 'reactflow';
import { Handle, Position } from 'reactflow';
import { HEAD_HEIGHT, ROW_HEIGHT } from '../../../engine/flow/face';
import { DebugMark } from '../debug/DebugMark';
import { useDesignerState } from '../designer';
import { Icon, kindIcon } from '../icons';
import { texts } from '../texts';
import { useTabStop } from '../useTabStop';
import type { StepNode } from './drawing';
import { Marks } from './Marks';

/** A step on the canvas: kind, title, what matters, one line for each named way out, problems and run state. */
export const StepFace = memo(function StepFace({ data, selected }: NodeProps<StepNode>): ReactNode {
  const { face } = data;
  const forbidden = useForbidden(face.id);
  const tabStop = useTabStop(face.id);
  const classes = [
    'face',
    `kind-${kindIcon(face.kind)}`,
    data.state ? `is-${data.state}` : '',
    data.held === null ? '' : 'is-held',
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
      <DebugMark breakpoint={data.breakpoint} held={data.held} />
      <div className="face-head">
        <span className="face-kind">
          <Icon name={kindIcon(face.kind)} size={18} />
        </span>
        <span className="face-words">
          <span className="face-title" title={face.title}>
            {face.title}
          </span>
          <span className="face-detail" title={face.detail}>
            {face.detail}
          </span>
        </span>
        <Marks data={data} />
      </div>
      <Handle type="source" id="main" position={Position.Right} isConnectable={!data.locked} />
      {face.note !== '' && (
        <div className="face-note" title={face.note}>
          {face.note}
        </div>
      )}
      {face.facts.length > 0 && (
        <div className="face-facts" title={face.facts.join(' · ')}>
          {face.facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </div>
      )}
      {face.rowsTop > HEAD_HEIGHT && <div className="face-foot" />}
      {face.rows.map((row, index) => (
        <div key={row.handle} className={`face-row row-${row.kind}`} style={{ height: ROW_HEIGHT }}>
          <span title={row.label}>{row.label}</span>
          <Handle
            type="source"
            id={row.handle}
            position={Position.Right}
            isConnectable={!data.locked}
            className={row.route === null ? 'open' : ''}
            style={{ top: face.rowsTop + index * ROW_HEIGHT + ROW_HEIGHT / 2 }}
          />
        </div>
      ))}
    </div>
  );
});

/** True while a route is being drawn that may not end here. */
export const useForbidden = (target: string): boolean =>
  useDesignerState((state) => state.connecting !== null && !state.connecting.to(target).ok);

import type { ReactNode } from 'react';
import { memo } from 'react';
import type { NodeProps } from 'reactflow';
import { Handle, Position } from 'reactflow';
import { Icon, loopIcon } from '../icons';
import { texts } from '../texts';
import type { LoopNode } from './drawing';
import { LANE_RISE } from './frame';

/** The track of a loop around its body. Only its head can be grabbed; what lies in it is reached through it. */
export const LoopFrame = memo(function LoopFrame({ data, selected }: NodeProps<LoopNode>): ReactNode {
  const { errors, warnings } = data.tally;
  return (
    <div className="frame" data-loop={data.id} data-selected={selected}>
      {/* biome-ignore lint/a11y/useSemanticElements: a thing on a canvas, not a set of form fields. */}
      <div
        className="loop-head"
        role="group"
        aria-label={data.label}
        title={data.tally.messages.join('\n') || undefined}
      >
        <Icon name={loopIcon(data.type)} size={14} />
        <span className="loop-name">{data.id}</span>
        <span className="loop-fact">{texts.loop(data.type).word}</span>
        {data.facts.map((fact) => (
          <span key={fact} className="loop-fact">
            {fact}
          </span>
        ))}
        {errors > 0 && <span className="badge badge-error">{errors}</span>}
        {errors === 0 && warnings > 0 && <span className="badge badge-warning">{warnings}</span>}
      </div>
      <Handle
        type="source"
        id="exhausted"
        position={Position.Right}
        isConnectable={!data.locked}
        style={{ top: 'auto', bottom: LANE_RISE }}
      />
    </div>
  );
});

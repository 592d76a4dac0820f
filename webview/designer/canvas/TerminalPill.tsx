import type { ReactNode } from 'react';
import { memo } from 'react';
import type { NodeProps } from 'reactflow';
import { Handle, Position } from 'reactflow';
import { useDesignerState } from '../designer';
import type { IconName } from '../icons';
import { Icon } from '../icons';
import { texts } from '../texts';
import type { TerminalNode } from './drawing';
import { useForbidden } from './StepFace';

const ICONS: Readonly<Record<string, IconName>> = {
  '@complete': 'done',
  '@stop': 'stop',
  '@handoff': 'ask',
  '@escalate': 'up',
};

/** An end of the flow. */
export const TerminalPill = memo(function TerminalPill({ data }: NodeProps<TerminalNode>): ReactNode {
  const name = texts.terminals[data.target] ?? data.target;
  const forbidden = useForbidden(data.target);
  const connecting = useDesignerState((state) => state.connecting !== null);
  const classes = [
    'pill',
    forbidden ? 'forbidden' : '',
    data.offered ? 'offered' : '',
    data.offered && !connecting ? 'away' : '',
  ];
  return (
    <div className={classes.join(' ')} data-terminal={data.target} role="img" aria-label={texts.canvas.terminal(name)}>
      <Handle type="target" id="in" position={Position.Left} />
      <Icon name={ICONS[data.target] ?? 'unknown'} size={14} />
      <span>{name}</span>
    </div>
  );
});

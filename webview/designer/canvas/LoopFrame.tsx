import type { ReactNode } from 'react';
import { memo } from 'react';
import type { NodeProps } from 'reactflow';
import { Handle, Position } from 'reactflow';
import { CONVERGED_RISE, EXHAUSTED_RISE } from '../../../engine/flow/layout/sizes';
import { actsTexts } from '../acts/actsTexts';
import { DebugMark } from '../debug/DebugMark';
import { useDesigner } from '../designer';
import { focusKey } from '../focus';
import { Icon, loopIcon } from '../icons';
import { loopKey } from '../selection';
import { texts } from '../texts';
import { useTabStop } from '../useTabStop';
import type { LoopData, LoopNode } from './drawing';
import { loopTexts } from './loopTexts';
import { LatchMark, RunMark } from './Marks';

/**
 * The track of a loop around its body; folded, one box in the place of it. Only the head of a frame can be grabbed; what
 * lies in it is reached through it.
 */
export const LoopFrame = memo(function LoopFrame({ data, selected }: NodeProps<LoopNode>): ReactNode {
  return data.folded === null ? <Frame data={data} selected={selected} /> : <Folded data={data} selected={selected} />;
});

interface FrameProps {
  readonly data: LoopData;
  readonly selected: boolean | undefined;
}

function Frame({ data, selected }: FrameProps): ReactNode {
  return (
    <div className={`frame frame-${loopIcon(data.type)}`} data-loop={data.id} data-selected={selected}>
      <div className="loop-bar">
        <FoldButton data={data} />
        <Head data={data} selected={selected} className="loop-head">
          <Icon name={loopIcon(data.type)} size={14} />
          <span className="loop-name">{data.id}</span>
          <span className="loop-fact">{texts.loop(data.type).word}</span>
          {data.facts.length > 0 && <span className="loop-fact">{data.facts.join(' · ')}</span>}
          <Badges data={data} />
        </Head>
      </div>
      <Exit id="exhausted" rise={EXHAUSTED_RISE} data={data} />
      {data.type === 'improve' && <Exit id="converged" rise={CONVERGED_RISE} data={data} />}
    </div>
  );
}

function Folded({ data, selected }: FrameProps): ReactNode {
  const { folded } = data;
  const [cap, ...facts] = data.facts;
  return (
    <div
      className={`face folded-loop${folded?.state ? ` is-${folded.state}` : ''}${folded?.held ? ' is-held' : ''}`}
      data-loop={data.id}
      data-selected={selected}
      data-folded="true"
    >
      <Handle type="target" id="in" position={Position.Left} isConnectable={false} />
      <DebugMark breakpoint={folded?.breakpoint ?? null} held={folded?.held ?? null} />
      <div className="face-head">
        <FoldButton data={data} />
        <Head data={data} selected={selected} className="folded-head">
          <span className="face-kind">
            <Icon name={loopIcon(data.type)} size={18} />
          </span>
          <span className="face-words">
            <span className="face-title">{data.id}</span>
            <span className="face-detail" title={[cap, ...facts].join(' · ')}>
              {cap}
            </span>
          </span>
        </Head>
        <span className="face-marks" aria-hidden="true">
          {folded?.latch && <LatchMark why={folded.latch} />}
          {folded?.state && <RunMark state={folded.state} />}
          <Badges data={data} />
        </span>
      </div>
      <div className="face-facts">
        <span>{loopTexts.steps(folded?.steps ?? 0)}</span>
      </div>
      <Handle type="source" id="main" position={Position.Right} isConnectable={false} />
    </div>
  );
}

interface HeadProps extends FrameProps {
  readonly className: string;
  readonly children: ReactNode;
}

/** What is selected, focused and said of a loop. */
function Head({ data, selected, className, children }: HeadProps): ReactNode {
  const tabStop = useTabStop(loopKey(data.id));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a thing on a canvas, not a set of form fields.
    <div
      className={className}
      role="group"
      aria-label={data.label}
      aria-current={selected ? 'true' : undefined}
      tabIndex={tabStop ? 0 : -1}
      title={[data.facts.join(' · '), ...data.tally.messages].join('\n')}
    >
      {children}
    </div>
  );
}

function FoldButton({ data }: { readonly data: LoopData }): ReactNode {
  const designer = useDesigner();
  const open = data.folded === null;
  const name = open ? loopTexts.fold(data.id) : loopTexts.unfold(data.id);
  const tabStop = useTabStop(loopKey(data.id));
  return (
    <button
      type="button"
      className="fold nodrag nopan"
      aria-expanded={open}
      aria-label={name}
      title={name}
      tabIndex={tabStop ? 0 : -1}
      onClick={(event) => {
        event.stopPropagation();
        designer.fold(data.id, open);
        designer.say(open ? actsTexts.said.folded(data.id) : actsTexts.said.unfolded(data.id));
        // The button that was pressed is drawn anew.
        focusKey(loopKey(data.id));
      }}
    >
      <Icon name={open ? 'down' : 'start'} size={12} />
    </button>
  );
}

function Badges({ data }: { readonly data: LoopData }): ReactNode {
  const { errors, warnings } = data.tally;
  if (errors > 0) return <span className="badge badge-error">{errors}</span>;
  return warnings > 0 ? <span className="badge badge-warning">{warnings}</span> : null;
}

interface ExitProps {
  readonly id: string;
  readonly rise: number;
  readonly data: LoopData;
}

const Exit = ({ id, rise, data }: ExitProps): ReactNode => (
  <Handle
    type="source"
    id={id}
    position={Position.Right}
    isConnectable={!data.locked}
    style={{ top: 'auto', bottom: rise, transform: 'translate(50%, 50%)' }}
  />
);

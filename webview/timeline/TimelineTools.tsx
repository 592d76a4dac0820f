import type { ReactNode } from 'react';
import { Button } from '../controls/Button';
import { IconButton } from '../controls/IconButton';
import type { TimelineSnapshot } from '../timelineProtocol';
import { ZOOM } from './timelineKeys';
import { timelineTexts as texts } from './timelineTexts';
import type { Timelining } from './timelining';

interface Props {
  readonly snapshot: TimelineSnapshot;
  readonly timelining: Timelining;
}

/** Which run it is and how it stands, what can be done, and, while the past is looked at, that it is the past. */
export function TimelineTools({ snapshot, timelining }: Props): ReactNode {
  const { run, moment } = snapshot;
  const { post } = timelining;
  return (
    <header>
      <div className="toolbar timeline-toolbar">
        <h1>{texts.heading(run?.flow || (run?.id ?? ''))}</h1>
        {run && <span className="timeline-run">{texts.run(run.id, run.status)}</span>}
        <div className="timeline-tools" role="toolbar" aria-label={texts.tools}>
          <Tool sign="«" name={texts.passBefore} onPress={() => post({ type: 'step', to: 'before', by: 'pass' })} />
          <Tool sign="←" name={texts.before} onPress={() => post({ type: 'step', to: 'before' })} />
          <Tool sign="→" name={texts.after} onPress={() => post({ type: 'step', to: 'after' })} />
          <Tool sign="»" name={texts.passAfter} onPress={() => post({ type: 'step', to: 'after', by: 'pass' })} />
          <Tool sign="↗" name={texts.open} onPress={timelining.openHere} />
          <Tool sign="+" name={texts.zoomIn} onPress={() => timelining.zoom(1 / ZOOM)} />
          <Tool sign="−" name={texts.zoomOut} onPress={() => timelining.zoom(ZOOM)} />
          <Tool sign="↔" name={texts.whole} onPress={timelining.showWhole} />
        </div>
      </div>
      <div role="status">
        {/* It is as high at the present: a press in the drawing must not move the drawing away. */}
        <p className={`timeline-when${moment === null ? '' : ' timeline-past'}`}>
          <span>{moment === null ? texts.atPresent : texts.past(moment.text)}</span>
          {moment !== null && <Button onPress={() => post({ type: 'moment', line: null })}>{texts.now}</Button>}
        </p>
      </div>
    </header>
  );
}

interface ToolProps {
  readonly sign: string;
  readonly name: string;
  readonly onPress: () => void;
}

const Tool = ({ sign, name, onPress }: ToolProps): ReactNode => (
  <IconButton icon={<span aria-hidden="true">{`${sign}\ufe0e`}</span>} name={name} onPress={onPress} />
);

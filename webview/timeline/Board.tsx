import type { ReactNode } from 'react';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from '../store';
import type { TimelineSnapshot } from '../timelineProtocol';
import { timeAt } from './axis';
import type { Colours } from './colours';
import { COLOURS, coloursIn, onThemeChange } from './colours';
import { drawHead } from './drawHead';
import { drawLanes } from './drawLanes';
import { HeadLabels, LaneLabels } from './labels';
import { headPlaces, LANE } from './places';
import { Scrubber } from './Scrubber';
import type { Pointed } from './Tip';
import { pointedAt, Tip } from './Tip';
import { timelineTexts as texts } from './timelineTexts';
import type { Timelining } from './timelining';
import { useGestures } from './useGestures';

interface Props {
  readonly snapshot: TimelineSnapshot;
  readonly timelining: Timelining;
}

/** The drawing: what stands still above, and below it the lanes, which scroll. Only what is in sight is drawn. */
export function Board({ snapshot, timelining }: Props): ReactNode {
  const view = useStore(timelining.store, (state) => state.view) ?? snapshot.whole;
  const width = useStore(timelining.store, (state) => state.width);
  const [colours, setColours] = useState<Colours | null>(null);
  const [room, setRoom] = useState({ height: 0, top: 0 });
  const [tip, setTip] = useState<Pointed | null>(null);
  const probes = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLCanvasElement>(null);
  const scroller = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const places = headPlaces(snapshot);
  const { lanes, whole } = snapshot;

  useLayoutEffect(() => {
    const read = () => probes.current && setColours(coloursIn(probes.current));
    read();
    return onThemeChange(read);
  }, []);
  useLayoutEffect(() => {
    const [scrolled, staged] = [scroller.current, stage.current];
    if (scrolled === null || staged === null) return;
    const measure = () => {
      timelining.setWidth(staged.clientWidth);
      setRoom({ height: scrolled.clientHeight, top: scrolled.scrollTop });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(scrolled);
    observer.observe(staged);
    scrolled.addEventListener('scroll', measure);
    measure();
    return () => {
      observer.disconnect();
      scrolled.removeEventListener('scroll', measure);
    };
  }, [timelining]);
  useLayoutEffect(() => {
    const to = colours && sized(head.current, width, places.height);
    if (to) drawHead(to, { snapshot, places, view, width, colours });
  });
  useLayoutEffect(() => {
    const to = colours && sized(canvas.current, width, room.height);
    if (to) drawLanes(to, { lanes, view, end: whole.to, width, height: room.height, top: room.top, colours });
  });

  const scroll = useCallback((by: number) => {
    if (scroller.current) scroller.current.scrollTop += by;
  }, []);
  const drags = useGestures(head, canvas, timelining, scroll);
  const point = (x: number, y: number, left: number) => setTip(pointedAt(snapshot, view, width, x, y + room.top, left));
  return (
    <div className="timeline-board">
      <div ref={probes} className="timeline-probes" aria-hidden="true">
        {COLOURS.map((name) => (
          <i key={name} data-colour={name} />
        ))}
      </div>
      <div className="timeline-head">
        <HeadLabels snapshot={snapshot} places={places} />
        <div className="timeline-stage" ref={stage} aria-hidden="true">
          <canvas ref={head} className="timeline-ruler" {...drags.head} />
        </div>
      </div>
      <section
        className="timeline-lanes"
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys.
        tabIndex={0}
        aria-label={texts.lanes}
      >
        <LaneLabels lanes={lanes} top={room.top} height={room.height} />
        <div className="timeline-stage" aria-hidden="true">
          <canvas
            ref={canvas}
            className="timeline-drawing"
            {...drags.lanes}
            onMouseMove={({ nativeEvent: { offsetX, offsetY, clientX } }) => point(offsetX, offsetY, clientX)}
            onMouseLeave={() => setTip(null)}
            onDoubleClick={({ nativeEvent: { offsetX, offsetY } }) => {
              const pointed = pointedAt(snapshot, view, width, offsetX, offsetY + room.top, 0);
              if (pointed) timelining.post({ type: 'open', line: pointed.span.lastLine });
            }}
            onClick={({ nativeEvent: { offsetX } }) => {
              if (!drags.dragged()) timelining.scrub(timeAt(offsetX, view, width));
            }}
          />
        </div>
      </section>
      <Scrubber snapshot={snapshot} view={view} width={width} timelining={timelining} />
      {tip && <Tip pointed={tip} top={places.height + tip.lane * LANE - room.top} />}
    </div>
  );
}

/** Of so many CSS pixels and as many real ones as the screen has; null where there is nothing to draw on. */
function sized(canvas: HTMLCanvasElement | null, width: number, height: number): CanvasRenderingContext2D | null {
  const to = canvas?.getContext('2d');
  if (!canvas || !to || width < 1 || height < 1) return null;
  const ratio = window.devicePixelRatio;
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  to.setTransform(ratio, 0, 0, ratio, 0, 0);
  return to;
}

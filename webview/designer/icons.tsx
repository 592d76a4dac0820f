import type { ReactNode } from 'react';
import { KIND_SHAPES } from '../../engine/flow/kindShapes';
import { STEP_KINDS } from '../../engine/flow/names';

/** Line icons on a grid of 16, drawn in the colour of the text around them. */
const SHAPES = {
  ...KIND_SHAPES,
  route: 'M3 12.5c5 0 2-9 8-9h2M10.8 1.5l2 2-2 2',
  flow: 'M2.5 2.5h4v4h-4zM9.5 9.5h4v4h-4zM6.5 4.5h5v5',
  undo: 'M4 6.5h6a3.2 3.2 0 0 1 0 6.4H6M6.5 3.5l-3 3 3 3',
  redo: 'M12 6.5H6a3.2 3.2 0 0 0 0 6.4h4M9.5 3.5l3 3-3 3',
  tidy: 'M2.5 3.5h5v3h-5zM2.5 9.5h5v3h-5zM10.5 6.5h3v3h-3zM7.5 5l3 2.2M7.5 11l3-2.2',
  fit: 'M2.5 5.5v-3h3M10.5 2.5h3v3M13.5 10.5v3h-3M5.5 13.5h-3v-3M6 6h4v4H6z',
  zoomIn: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.3 10.3l3.2 3.2M5 7h4M7 5v4',
  zoomOut: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.3 10.3l3.2 3.2M5 7h4',
  find: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.3 10.3l3.2 3.2',
  remove: 'M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9M6.8 7v4M9.2 7v4',
  outline: 'M2.5 3.5h3M5.5 8h2M5.5 12.5h2M3.8 3.5v9h1.7M3.8 8h1.7M8 3.5h5.5M9.5 8h4M9.5 12.5h4',
  text: 'M6 3.5H4.8a1 1 0 0 0-1 1V7L2.5 8l1.3 1v2.5a1 1 0 0 0 1 1H6M10 3.5h1.2a1 1 0 0 1 1 1V7l1.3 1-1.3 1v2.5a1 1 0 0 1-1 1H10',
  run: 'M4.5 3v10l8-5z',
  pause: 'M4.5 3.5h2.5v9H4.5zM9 3.5h2.5v9H9z',
  toStart: 'M3.5 3.5v9M12.5 3.5v9L5.5 8z',
  stepBack: 'M11.5 3.5v9L4.5 8z',
  stepOn: 'M4.5 3.5v9L11.5 8zM12.8 3.5v9',
  nextRow: 'M2.5 3.5v9L8 8zM8 3.5v9L13.5 8z',
  toEnd: 'M12.5 3.5v9M3.5 3.5v9L10.5 8z',
  stop: 'M4 4h8v8H4z',
  breakpoint: 'M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3M8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6',
  condition: 'M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3M5.8 6.9h4.4M5.8 9.1h4.4',
  add: 'M8 3v10M3 8h10',
  close: 'M4 4l8 8M12 4l-8 8',
  up: 'M4 10l4-4 4 4',
  down: 'M4 6l4 4 4-4',
  right: 'M6 4l4 4-4 4',
  error: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4',
  warning: 'M8 2.5l6 11H2zM8 6.5v3.5M8 11.6v.2',
  info: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M8 7.2v3.6M8 5v.2',
  latch: 'M4 7.5h8v6H4zM5.5 7.5V5.2a2.5 2.5 0 0 1 5 0',
  done: 'M3.5 8.5l3 3 6-7',
  start: 'M5 3.5l6 4.5-6 4.5z',
  takeOut: 'M6.5 3.5h-4v9h4M6 8h7.5M10.5 5l3 3-3 3',
  align: 'M2.5 2v12M5 4h8.5v3H5zM5 9.5h5v3H5z',
  fold: 'M2.5 3.5h11v9h-11zM5.5 8h5',
  rename:
    'M2.5 5h6M2.5 11h6M11 3.5c1 0 1.5.5 1.5 1.5v6c0 1-.5 1.5-1.5 1.5M14 3.5c-1 0-1.5.5-1.5 1.5M14 12.5c-1 0-1.5-.5-1.5-1.5',
  copy: 'M6 6h7.5v7.5H6zM3.8 10H2.5V2.5H10v1.3',
  cut: 'M4.5 9.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4M11.5 9.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4M5.7 9.9L11 2.5M10.3 9.9L5 2.5',
  paste: 'M5.5 3.5h-2v10h9v-10h-2M5.5 2.5h5v2.2h-5zM5.5 8h5M5.5 10.5h5',
  duplicate: 'M6 6h7.5v7.5H6zM3.8 10H2.5V2.5H10v1.3M9.8 8v3.6M8 9.8h3.6',
  fields: 'M2.5 3h11v10h-11zM9 3v10M10.5 6H12M10.5 9H12',
  selectAll:
    'M2.5 2.5h2M7 2.5h2M11.5 2.5h2v2M13.5 7v2M13.5 11.5v2h-2M9 13.5H7M4.5 13.5h-2v-2M2.5 9V7M2.5 4.5v-2M5.5 5.5h5v5h-5z',
  help: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M6.3 6.2A1.7 1.7 0 1 1 8 8v.8M8 10.9v.2',
  export: 'M8 10V2.5M5.2 5.2L8 2.5l2.8 2.7M3 9v4.5h10V9',
  keyboard: 'M1.5 4h13v8h-13zM4 6.5h.1M6.6 6.5h.1M9.2 6.5h.1M11.8 6.5h.1M5 9.5h6',
  template: 'M2.5 2.5h11v3h-11zM2.5 8h5v5.5h-5zM10 8h3.5v5.5H10z',
} as const;

export type IconName = keyof typeof SHAPES;

/** Decoration only: the name of what it stands for is said by the control around it. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }): ReactNode {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path
        d={SHAPES[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.2"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}

export const kindIcon = (kind: string): IconName => STEP_KINDS.find((name) => name === kind) ?? 'unknown';

export const loopIcon = (type: string): IconName => (type === 'group' || type === 'improve' ? type : 'loop');

import { counted } from '../counted';
import type { Json } from '../json';
import { isObject } from '../json';
import type { Face } from './face';
import { FACE_WIDTH, FACTS_HEIGHT, HEAD_HEIGHT, NOTE_HEIGHT, ROW_HEIGHT } from './face';
import type { Graph } from './graph';
import { graphOf } from './graph';
import { KIND_SHAPES } from './kindShapes';
import type { Box, Layout, RouteLine } from './layout';
import { roundedPath } from './layout/roundedPath';
import { LABEL_HEIGHT } from './layout/sizes';
import { placingOf } from './placing';
import { fitted, xml } from './svg/escape';
import { loopHead } from './svg/loopHead';
import { SVG_STYLE } from './svg/style';
import type { WayLook } from './tone';
import { looksOf } from './tone';
import { labelWidth, WAY_WORDS, wayLabel } from './wayWords';

const AIR = 24;
const TONES = ['strong', 'weak', 'outcome', 'confirmed', 'exhausted', 'converged', 'back'] as const;
const ENDS: Readonly<Record<string, string>> = {
  '@complete': 'Complete',
  '@stop': 'Stop',
  '@handoff': 'Hand off',
  '@escalate': 'Escalate',
};

/**
 * The picture of a flow as the canvas draws it: one file that needs no other, light or dark as its reader is. Whatever the
 * flow says is escaped; text that does not fit ends with an ellipsis and has a title.
 */
export function svgOf(anything: Json): string {
  const flow: Json = isObject(anything) ? anything : {};
  const graph = graphOf(flow);
  const { faces, arrangement } = placingOf(graph, flow);
  const { layout } = arrangement;
  const view = boundsOf(layout);
  const name = isObject(flow) && typeof flow.title === 'string' ? flow.title : 'Flow';
  const purpose = isObject(flow) && typeof flow.purpose === 'string' ? flow.purpose : '';
  const looks = looksOf(graph);
  const words = wayLabel(graph, WAY_WORDS);
  const lines = Object.values(layout.routes);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view.x} ${view.y} ${view.width} ${view.height}" width="${view.width}" height="${view.height}" role="img" aria-labelledby="flow-title flow-desc">`,
    `<title id="flow-title">${xml(name)}</title>`,
    `<desc id="flow-desc">${xml(purpose || inWords(graph))}</desc>`,
    `<style>${SVG_STYLE}</style>`,
    `<defs>${TONES.map(arrow).join('')}</defs>`,
    `<rect class="page" x="${view.x}" y="${view.y}" width="${view.width}" height="${view.height}"/>`,
    ...framesIn(graph, flow, layout),
    ...lines.map((line) => lineOf(line, looks(line.way))),
    ...graph.steps.flatMap(({ id }) => {
      const [box, face] = [layout.steps[id], faces.get(id)];
      return box === undefined || face === undefined ? [] : [stepOf(face, box, graph.start.includes(id))];
    }),
    ...layout.terminals.map(({ target, x, y, width, height }) =>
      [
        `<g class="end end-${xml(target.slice(1))}">`,
        `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="16"/>`,
        `<text x="${x + width / 2}" y="${y + height / 2 + 4}" text-anchor="middle">${xml(ENDS[target] ?? target)}</text></g>`,
      ].join(''),
    ),
    ...lines.flatMap((line) => labelOf(line, words(line.way), looks(line.way))),
    '</svg>',
    '',
  ].join('\n');
}

const inWords = ({ steps, loops }: Graph): string =>
  `${counted(steps.length, 'step')}${loops.length > 0 ? `, ${counted(loops.length, 'loop')}` : ''}`;

function framesIn(graph: Graph, flow: Json, layout: Layout): readonly string[] {
  const size = (box: Box | undefined) => (box === undefined ? 0 : box.width * box.height);
  return [...graph.loops]
    .sort((a, b) => size(layout.loops[b.id]) - size(layout.loops[a.id]))
    .flatMap((loop) => {
      const box = layout.loops[loop.id];
      if (box === undefined) return [];
      const shape = loop.type === 'group' || loop.type === 'improve' ? loop.type : 'loop';
      const head = loopHead(flow, loop);
      const room = box.width - 56;
      return [
        [
          `<g class="frame"><title>${xml(`${loop.id}: ${head}`)}</title>`,
          `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" rx="16"/>`,
          icon(shape, box.x + 20, box.y + 14, 14),
          `<text class="loop-name" x="${box.x + 42}" y="${box.y + 26}">${xml(fitted(loop.id, room, 7))}`,
          `<tspan class="quiet" dx="8">${xml(fitted(head, room - loop.id.length * 7 - 8, 6.2))}</tspan></text></g>`,
        ].join(''),
      ];
    });
}

function stepOf(face: Face, { x, y, width, height }: Box, start: boolean): string {
  const text = (className: string, dx: number, dy: number, words: string, room: number, each: number) =>
    words === ''
      ? ''
      : `<text class="${className}" x="${x + dx}" y="${y + dy}">${xml(fitted(words, room, each))}</text>`;
  const kind = face.kind in KIND_SHAPES ? face.kind : 'unknown';
  const noteTop = HEAD_HEIGHT - 2;
  const factsTop = noteTop + (face.note === '' ? 0 : NOTE_HEIGHT);
  const rows = face.rows.map((row, index) => {
    const top = y + face.rowsTop + index * ROW_HEIGHT;
    return [
      `<line class="rule" x1="${x}" x2="${x + width}" y1="${top}" y2="${top}"/>`,
      `<text class="row" text-anchor="end" x="${x + width - 12}" y="${top + 16}">${xml(fitted(row.label, width - 28, 6))}</text>`,
    ].join('');
  });
  const whole = [face.title, face.detail, face.note, ...face.facts].filter((part) => part !== '').join(' · ');
  return [
    `<g class="step kind-${xml(kind)}" data-step="${xml(face.id)}"><title>${xml(whole)}</title>`,
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="7"/>`,
    icon(kind as keyof typeof KIND_SHAPES, x + 10, y + 16, 18),
    text('title', 38, 22, face.title, FACE_WIDTH - (start ? 66 : 50), 7),
    text('detail', 38, 38, face.detail, FACE_WIDTH - 50, 6),
    start ? `<path class="start" d="M${x + width - 20} ${y + 18}l8 6-8 6z"/>` : '',
    text('note', 12, noteTop + 13, face.note, FACE_WIDTH - 24, 5.8),
    text('facts', 12, factsTop + FACTS_HEIGHT - 7, face.facts.join(' · '), FACE_WIDTH - 24, 5.8),
    ...rows,
    '</g>',
  ].join('');
}

function lineOf({ points, way }: RouteLine, { tone, reach }: WayLook): string {
  const end = tone === 'call' ? '' : ` marker-end="url(#arrow-${tone}${reach === null ? '' : `-${reach}`})"`;
  const classes = `way tone-${tone}${reach === null ? '' : ` reach-${reach}`}`;
  return `<path class="${classes}" data-way="${xml(way.id)}" d="${roundedPath(points, 10)}"${end}/>`;
}

function labelOf({ label }: RouteLine, words: string, { tone, reach }: WayLook): readonly string[] {
  if (label === null || words === '') return [];
  const width = labelWidth(words);
  const [x, y] = [label.x - width / 2, label.y - LABEL_HEIGHT / 2];
  return [
    [
      `<g class="label tone-${tone}${reach === null ? '' : ` reach-${reach}`}">`,
      `<rect x="${x}" y="${y}" width="${width}" height="${LABEL_HEIGHT}" rx="9"/>`,
      `<text x="${label.x}" y="${label.y + 4}" text-anchor="middle">${xml(fitted(words, width - 10, 5.6))}</text></g>`,
    ].join(''),
  ];
}

const icon = (shape: keyof typeof KIND_SHAPES, x: number, y: number, size: number): string =>
  `<path class="icon" transform="translate(${x} ${y}) scale(${size / 16})" d="${KIND_SHAPES[shape]}"/>`;

function arrow(tone: (typeof TONES)[number]): string {
  const reaches = tone === 'exhausted' || tone === 'converged' ? (['complete', 'stop', 'other'] as const) : [null];
  return reaches
    .map((reach) => {
      const [id, classes] = reach === null ? ['', ''] : [`-${reach}`, ` reach-${reach}`];
      return `<marker id="arrow-${tone}${id}" class="tone-${tone}${classes}" viewBox="0 0 10 10" refX="8.5" refY="5" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto"><path d="M1 1L9 5L1 9z"/></marker>`;
    })
    .join('');
}

function boundsOf(layout: Layout): Box {
  let [left, top, right, bottom] = [0, 0, 0, 0];
  const include = (x: number, y: number) => {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  };
  for (const { x, y, width, height } of [
    ...Object.values(layout.steps),
    ...Object.values(layout.loops),
    ...layout.terminals,
  ]) {
    include(x, y);
    include(x + width, y + height);
  }
  for (const { points } of Object.values(layout.routes)) for (const { x, y } of points) include(x, y);
  return { x: left - AIR, y: top - AIR, width: right - left + 2 * AIR, height: bottom - top + 2 * AIR };
}

import { elapsed, ticksOf, xOf } from './axis';
import { drawSpend } from './drawSpend';
import type { HeadDrawn } from './headDrawn';
import { LATCH, RULER, SECTION, SPEND } from './places';

/** Draws what stands above the lanes: the time, the passes, the latches and the spend. */
export function drawHead(to: CanvasRenderingContext2D, drawn: HeadDrawn): void {
  const { snapshot, places, view, width, colours } = drawn;
  const { whole, latches } = snapshot;
  to.clearRect(0, 0, width, places.height);
  to.font = colours.font;
  to.textBaseline = 'middle';

  to.fillStyle = colours.quiet;
  to.strokeStyle = colours.line;
  to.lineWidth = 1;
  for (const time of ticksOf(view, whole.from, width)) {
    const x = Math.round(xOf(time, view, width)) + 0.5;
    line(to, x, RULER - 6, x, places.height);
    const text = elapsed(time - whole.from);
    if (x + 4 + to.measureText(text).width < width) to.fillText(text, x + 4, RULER / 2);
  }
  for (const { loop, top } of places.loops)
    for (const section of snapshot.sections) {
      if (section.loop !== loop) continue;
      const x = Math.max(-4, xOf(section.from, view, width));
      const over = Math.min(width + 4, xOf(section.to ?? whole.to, view, width));
      if (over < 0 || x > width) continue;
      const w = Math.max(2, over - x);
      to.strokeStyle = colours.text;
      to.fillStyle = colours.band;
      to.fillRect(x, top + 2, w, SECTION - 4);
      to.globalAlpha = 0.6;
      to.strokeRect(x + 0.5, top + 2.5, Math.max(1, w - 1), SECTION - 5);
      to.globalAlpha = 1;
      const text = section.decided === '' ? section.label : `${section.label}: ${section.decided}`;
      to.fillStyle = colours.text;
      clippedText(to, text, section.label, Math.max(0, x) + 5, top + SECTION / 2 + 0.5, over - Math.max(0, x) - 8);
    }
  const room = places.latches;
  if (room !== null)
    for (const latch of latches) {
      const x = Math.max(-6, xOf(latch.from, view, width));
      const over = Math.min(width + 6, xOf(latch.to ?? whole.to, view, width));
      if (over < 0 || x > width) continue;
      const y = room.top + 2 + latch.row * LATCH + 3;
      const w = Math.max(3, over - x);
      const open = latch.look === 'latch' || (latch.look === 'many' && latch.failed > 0);
      to.fillStyle = open ? colours.latch : colours.quiet;
      to.strokeStyle = to.fillStyle;
      if (open) to.fillRect(x, y, w, LATCH - 6);
      else to.strokeRect(x + 0.5, y + 0.5, Math.max(1, w - 1), LATCH - 7);
    }
  drawSpend(to, drawn, places.spend.top, SPEND);
}

function line(to: CanvasRenderingContext2D, x: number, y: number, x2: number, y2: number): void {
  to.beginPath();
  to.moveTo(x, y);
  to.lineTo(x2, y2);
  to.stroke();
}

/** The longer text where there is room for it, else the shorter, else nothing. */
function clippedText(
  to: CanvasRenderingContext2D,
  long: string,
  short: string,
  x: number,
  y: number,
  room: number,
): void {
  const text = [long, short].find((each) => to.measureText(each).width <= room);
  if (text !== undefined) to.fillText(text, x, y);
}

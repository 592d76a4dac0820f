import * as vscode from 'vscode';
import type { Writer } from '../../engine/run/attribution/recordings';
import { placeOf, qualified } from '../../engine/trace/scope';

/** `pass 2, act`: where a step of a run wrote. */
export function writerText({ within, stretch, run }: Writer): string {
  const step = qualified(placeOf(within), run.step);
  return stretch.pass > 0 ? vscode.l10n.t('pass {0}, {1}', stretch.pass, step) : step;
}

/** One line of at most `most` characters. */
export function brief(text: string, most = 300): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`;
}

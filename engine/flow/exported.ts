import type { Json } from '../json';
import { isObject } from '../json';
import { mermaidOf } from './mermaid';
import { svgOf } from './svg';

/** Formats that a flow's graph can be written in, for readers without the designer. */
export type ExportFormat = 'svg' | 'mermaid';

/** The graph of a flow, whatever it is, as text of a format. */
export function exportedAs(anything: unknown, format: ExportFormat): string {
  const flow: Json = isObject(anything) ? anything : {};
  switch (format) {
    case 'mermaid':
      return mermaidOf(flow);
    case 'svg':
      return svgOf(flow);
  }
}

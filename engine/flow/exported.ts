import type { Json } from '../json';
import { mermaidOf } from './mermaid';

/** Formats that a flow's graph can be written in, for readers without the designer. */
export type ExportFormat = 'svg' | 'mermaid';

/** The graph of a flow, whatever it is, as text of a format. */
export function exportedAs(flow: Json, format: ExportFormat): string {
  switch (format) {
    case 'mermaid':
      return mermaidOf(flow);
    case 'svg':
      return mermaidOf(flow);
  }
}

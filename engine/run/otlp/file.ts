import type { Span } from './span';
import { attributes } from './span';

/**
 * One line of an OTLP file (OpenTelemetry's file exporter: one `TracesData` a line): a viewer that reads such files takes the
 * lines one by one, so that nobody ever holds all of a long trace.
 */
export const otlpLine = (spans: readonly Span[], version: string): string =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: attributes({ 'service.name': 'converge', 'service.version': version }) },
        scopeSpans: [{ scope: { name: 'converge', version }, spans }],
      },
    ],
  });

/** Spans a line, about. */
export const SPANS_A_LINE = 200;

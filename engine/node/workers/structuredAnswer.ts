import type { Json, JsonObject } from '../../json';

/**
 * The structured answer in what a model wrote: the whole text, or its last fenced block, where that is JSON. Nothing is
 * looked for in words around it.
 */
export function structuredIn(text: string): Json | undefined {
  const fenced = [...text.matchAll(/^```(?:json)?[ \t]*\r?\n([\s\S]*?)\r?\n?^```[ \t]*$/gm)].at(-1);
  return parsed(text) ?? (fenced === undefined ? undefined : parsed(fenced[1] ?? ''));
}

/** A prompt for a program that takes no schema, which asks for an answer that fits it. */
export function askingFor(schema: JsonObject | undefined, prompt: string): string {
  if (schema === undefined) return prompt;
  return `${prompt}\n\nEnd with your answer alone: one JSON value that fits this JSON Schema, and no other text.\n${JSON.stringify(schema)}\n`;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

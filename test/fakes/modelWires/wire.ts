import type { Json, JsonObject } from '../../../engine/json';

/** One of the ways in which model services are spoken to, as far as a fake of a service needs it. */
export interface Wire {
  readonly api: 'chat' | 'responses' | 'messages' | 'gemini';
  /** What a request for an answer is posted to, without a query. */
  readonly path: RegExp;
  readonly read: (body: JsonObject, path: string) => Asked;
  /** The stream of an answer in three parts, so that it can be cut between them. */
  readonly stream: (answer: Said) => Frames;
  /** One more piece of text, for a stream that does not end. */
  readonly more: (text: string) => string;
  /** The answer to a request that wants no stream. */
  readonly whole: (answer: Said) => Json;
  readonly error: (status: number, message: string) => Json;
  /** An error that comes in a stream that had begun well. */
  readonly errorFrame: (message: string) => string;
}

export interface Asked {
  readonly model: string;
  readonly stream: boolean;
  /** Whether a stream is to end with what was used. */
  readonly wantsUsage: boolean;
  readonly tools: readonly string[];
  /** What was said last by a person. */
  readonly said: string;
  /** What the tools gave that the model asked for last. */
  readonly results: readonly string[];
}

export interface Said {
  readonly id: string;
  readonly model: string;
  readonly text: string;
  readonly tools: readonly { readonly id: string; readonly name: string; readonly input: JsonObject }[];
  readonly end: 'natural' | 'length' | 'refusal' | 'filter';
  /** Null: it says nothing of what was used. */
  readonly used: Used | null;
}

/** Tokens; those read from a cache and those of reasoning are counted apart from the others. */
export interface Used {
  readonly in: number;
  readonly cachedIn: number;
  readonly cacheWrite: number;
  readonly out: number;
  readonly reasoning: number;
}

export interface Frames {
  readonly open: readonly string[];
  readonly body: readonly string[];
  readonly close: readonly string[];
}

export const frame = (data: Json, event?: string): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;

/** A text in pieces of at most `size` UTF-16 units, as a model writes it. */
export const pieces = (text: string, size = 12): readonly string[] =>
  text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];

/** The list under a key, or an empty one. */
export function list(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value)
    ? value.filter((item): item is JsonObject => typeof item === 'object' && item !== null)
    : [];
}

/** The text in a content that is text itself or a list of parts. */
export const textOf = (content: Json | undefined): string =>
  typeof content === 'string'
    ? content
    : list(content)
        .map((part) => (typeof part.text === 'string' ? part.text : ''))
        .join('\n');

/** Where the last item that fits stands, or -1. */
export const lastIndex = (items: readonly JsonObject[], fits: (item: JsonObject) => boolean): number =>
  items.reduce((found, item, index) => (fits(item) ? index : found), -1);

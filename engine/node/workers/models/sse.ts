/** One event of a stream of server-sent events. */
export interface SseEvent {
  /** Empty where the server names none. */
  readonly event: string;
  readonly data: string;
  /** Its data was longer than we keep: `data` is only its beginning. */
  readonly cut: boolean;
}

export interface SseDecoder {
  readonly add: (bytes: Uint8Array) => void;
  /** An event whose last line is whole counts although no blank line follows; a line that is not whole does not. */
  readonly end: () => void;
}

const MOST_CHARS = 16 * 1024 * 1024;

/**
 * Decodes `text/event-stream` as the HTML standard has it: UTF-8 that may be split anywhere, line ends of three kinds,
 * comments, data over several lines. Ids and retry times mean nothing to us.
 *
 * @param longest UTF-16 units of one event that are kept, so that no server can fill the memory
 */
export function decodeSse(onEvent: (event: SseEvent) => void, longest = MOST_CHARS): SseDecoder {
  const decoder = new TextDecoder('utf-8');
  let line: string[] = [];
  let lineLength = 0;
  let afterCr = false;
  let event = '';
  let data: string[] = [];
  let dataLength = 0;
  let cut = false;

  const keep = (part: string): void => {
    const kept = part.slice(0, Math.max(0, longest - lineLength));
    if (kept.length < part.length) cut = true;
    if (kept === '') return;
    line.push(kept);
    lineLength += kept.length;
  };
  const dispatch = (): void => {
    if (data.length > 0) onEvent({ event, data: data.join('\n'), cut });
    event = '';
    data = [];
    dataLength = 0;
    cut = false;
  };
  const closeLine = (): void => {
    const text = line.join('');
    line = [];
    lineLength = 0;
    if (text === '') {
      dispatch();
      return;
    }
    const colon = text.indexOf(':');
    const field = colon === -1 ? text : text.slice(0, colon);
    const value = colon === -1 ? '' : text.slice(text[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'event') event = value;
    if (field !== 'data') return;
    const kept = value.slice(0, Math.max(0, longest - dataLength));
    if (kept.length < value.length) cut = true;
    data.push(kept);
    dataLength += kept.length;
  };
  const addText = (text: string): void => {
    let from = 0;
    for (const { 0: end, index } of text.matchAll(/\r\n|\r|\n/g)) {
      // The line feed of a pair that was split between two chunks.
      const secondHalf = end === '\n' && index === 0 && afterCr;
      if (!secondHalf) {
        keep(text.slice(from, index));
        closeLine();
      }
      from = index + end.length;
    }
    keep(text.slice(from));
    if (text !== '') afterCr = text.endsWith('\r');
  };

  return {
    add: (bytes) => addText(decoder.decode(bytes, { stream: true })),
    end: () => {
      addText(decoder.decode());
      dispatch();
    },
  };
}

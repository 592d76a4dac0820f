import type { Socket } from 'node:net';
import { StringDecoder } from 'node:string_decoder';

const MOST_CHARACTERS = 1_000_000;

/**
 * Calls back with every line that comes in over the socket, as JSON; `undefined` for a line that is none. A line of more
 * than a million characters ends the connection.
 */
export function onJsonLines(socket: Socket, listener: (value: unknown) => void): void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  socket.on('data', (bytes: Buffer) => {
    const lines = (rest + decoder.write(bytes)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MOST_CHARACTERS) socket.destroy();
    for (const line of lines) if (line !== '') listener(parsed(line));
  });
}

/** Hands a line to the system and calls back when that is done; at once where the other end is gone. */
export function sendJson(socket: Socket, value: unknown, done: () => void = () => undefined): void {
  if (socket.writable) socket.write(`${JSON.stringify(value)}\n`, done);
  else done();
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

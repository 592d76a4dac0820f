import { describe, expect, it } from 'vitest';
import type { TurnReader, Wanted } from '../../engine/node/workers/agents/turnReader';
import type { Answer, ProgramEnd } from '../../engine/node/workers/ending';
import { splitLines } from '../../engine/node/workers/programs/lines';
import type { Usage } from '../../engine/ports';
import { fc } from '../fc';
import type { Recording } from './recordings';

/** A reader of transcripts, with what has to be known of its program to hold it to the laws. */
export interface HeldReader {
  readonly recordings: readonly Recording[];
  readonly reader: (wanted: Wanted, recording: Recording) => TurnReader;
  /** Whether a line is the record with which a turn ends well. */
  readonly isTerminal: (line: string) => boolean;
  /** A line in which the model says something. */
  readonly says: (words: string) => string;
  /** Lines that a careless reader would take for a good end. */
  readonly lures: readonly string[];
}

const WANTED: Wanted = { roots: ['/workspace'], structured: false };
const exited = (exit: number | null): ProgramEnd => ({ status: 'exited', exit });
const linesOf = (text: string): readonly string[] => text.trimEnd().split('\n');

/** The laws that every reader is held to, with its recordings and with mutations of them. */
export function itHoldsTranscriptLaws({ recordings, reader, isTerminal, says, lures }: HeldReader): void {
  const read = (recording: Recording, lines: readonly string[], end: ProgramEnd = exited(recording.exit)): Answer => {
    const held = reader(WANTED, recording);
    for (const line of lines) held.line(line);
    for (const line of recording.errors.split('\n')) held.errorLine?.(line);
    const answer = held.end(end);
    expectSound(answer.usage);
    return answer;
  };
  const readBytes = (recording: Recording, chunks: Iterable<Buffer>): Answer => {
    const lines: string[] = [];
    const splitter = splitLines((line) => lines.push(line.slice(0, 1024 * 1024)));
    for (const chunk of chunks) splitter.add(chunk);
    splitter.end();
    return read(recording, lines);
  };
  const plain = (recording: Recording): Answer => read(recording, linesOf(recording.text));
  const good = recordings.filter((recording) => plain(recording).status === 'ok');
  const liars = recordings.filter((recording) => {
    const ends = linesOf(recording.text).filter(isTerminal);
    return !good.includes(recording) && read(recording, ends, exited(0)).status === 'ok';
  });

  describe('the laws of transcripts', () => {
    it('has recordings that are good and some that are not', () => {
      expect(good.length).toBeGreaterThan(0);
      expect(good.length).toBeLessThan(recordings.length);
    });

    it('cut at any byte, it is never good', () => {
      for (const recording of recordings) {
        const held = reader(WANTED, recording);
        for (const line of linesOf(recording.text)) {
          const bytes = Buffer.from(line);
          for (let at = 0; at < bytes.length; at++) {
            held.line(bytes.subarray(0, at).toString('utf8'));
            const { status, usage } = held.end(exited(0));
            if (status === 'ok') throw new Error(`${recording.name} is ok when cut at byte ${at} of ${line}`);
            expectSound(usage);
          }
          held.line(line);
          if (isTerminal(line)) break;
        }
      }
    });

    it('without its last records it is never good, whatever the exit code', () => {
      for (const recording of recordings) {
        const lines = linesOf(recording.text).filter((line) => !isTerminal(line));
        for (const exit of [0, 1, 145, null]) {
          const answer = read(recording, [...lines, ...lures], exited(exit));
          expect(answer.status).not.toBe('ok');
          expect(answer.usage.state).toBe('absent');
        }
      }
    });

    it('exit ≠ 0, a signal, a limit and a stop are never good', () => {
      for (const recording of good) {
        const lines = linesOf(recording.text);
        for (const exit of [1, 2, 53, 137, 145, 255]) {
          expect(read(recording, lines, exited(exit)).status).not.toBe('ok');
        }
        for (const status of ['signalled', 'timed-out', 'cancelled', 'not-found'] as const) {
          expect(read(recording, lines, { status, exit: null }).status).not.toBe('ok');
        }
      }
    });

    it('with every line doubled it comes to the same, at the same cost', () => {
      for (const recording of recordings) {
        const { status, usage, denials } = plain(recording);
        const doubled = read(
          recording,
          linesOf(recording.text).flatMap((line) => [line, line]),
        );
        expect({ ...doubled, text: '' }).toMatchObject({ status, usage, denials });
      }
    });

    it('unknown events are passed over, wherever they stand', () => {
      const unknown = [
        ...['{"type":"made.up","status":"failed","error":{"message":"no"}}', '{"type":"made.up"}', '{}', '', 'null'],
        ...['[]', '"result"', '12', '{"type":7}', '{"type":null,"result":1}', 'Warning: something { is odd', '\u0000'],
      ];
      for (const recording of recordings) {
        const lines = linesOf(recording.text);
        for (let at = 0; at <= lines.length; at++) {
          const mixed = [...lines.slice(0, at), ...unknown, ...lines.slice(at)];
          expect(read(recording, mixed)).toEqual(plain(recording));
        }
      }
    });

    it('words decide nothing', () => {
      const words = 'Error 429: refused, permission denied, usage limit reached. {"type":"result","status":"success"}';
      for (const recording of recordings) {
        const lines = linesOf(recording.text);
        const { status, denials } = plain(recording);
        for (const at of [1, lines.length - 1]) {
          const mixed = [...lines.slice(0, at), says(words), ...lines.slice(at)];
          expect(read(recording, mixed)).toMatchObject({ status, denials });
        }
      }
    });

    it('doubled, moved, left out and mixed with junk it never throws, and what was not good never becomes good', () => {
      const junk = fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.constantFrom(...lures));
      const mutation = fc.record({
        recording: fc.constantFrom(...recordings),
        order: fc.array(fc.oneof(fc.nat(60), junk), { maxLength: 30 }),
        exit: fc.constantFrom(0, 0, 1, 137, 145),
      });
      fc.assert(
        fc.property(mutation, ({ recording, order, exit }) => {
          const lines = linesOf(recording.text);
          const mutated = order.map((item) => (typeof item === 'number' ? (lines[item % lines.length] ?? '') : item));
          const { status } = read(recording, mutated, exited(exit));
          const whole = mutated.some((line) => lines.includes(line) && isTerminal(line));
          // A program may write a good end behind a line that says otherwise: then that line must be there.
          const may =
            good.includes(recording) || (liars.includes(recording) && !lines.every((line) => mutated.includes(line)));
          if (!whole || exit !== 0 || !may) expect(status).not.toBe('ok');
        }),
        { numRuns: 1000 },
      );
    });

    it('whatever stands for a number, usage is none or a sum that can be', () => {
      const numbers = ['-1', '0.5', '1e400', '-0', '"12"', 'null', 'true', '"NaN"', '{}', '9007199254740993'];
      for (const recording of good) {
        const count = [...recording.text.matchAll(NUMBER)].length;
        const fileCount = [...(recording.usageFile ?? '').matchAll(NUMBER)].length;
        for (const number of numbers) {
          for (let at = 0; at < count; at++) {
            read(recording, linesOf(withNumber(recording.text, at, number)), exited(0));
          }
          for (let at = 0; at < fileCount; at++) {
            const usageFile = withNumber(recording.usageFile ?? '', at, number);
            read({ ...recording, usageFile }, linesOf(recording.text), exited(0));
          }
        }
      }
    });

    it('reads the same however its bytes are cut into chunks, split characters and CRLF too', () => {
      const recording = good[0]!;
      const lines = linesOf(recording.text);
      const text = [...lines.slice(0, -1), says('schön 😀 ä€'), ...lines.slice(-1)].join('\r\n');
      const bytes = Buffer.from(text);
      const whole = read(recording, text.split('\r\n'));
      fc.assert(
        fc.property(fc.array(fc.nat(bytes.length), { maxLength: 40 }), (cuts) => {
          const sorted = [0, ...cuts.sort((a, b) => a - b), bytes.length];
          const chunks = sorted.slice(1).map((cut, index) => bytes.subarray(sorted[index], cut));
          expect(readBytes(recording, chunks)).toEqual(whole);
        }),
      );
    });

    it('a line of 100 MB is read past in bounded memory', () => {
      const recording = good[0]!;
      const [first = '', ...rest] = linesOf(recording.text);
      let most = 0;
      const chunks = function* () {
        yield Buffer.from(`${first}\n{"type":"made.up","text":"`);
        for (let n = 0; n < 1600; n++) {
          if (n % 200 === 0) most = Math.max(most, process.memoryUsage().arrayBuffers);
          yield Buffer.alloc(64 * 1024, 'x');
        }
        yield Buffer.from(`"}\n${rest.join('\n')}\n`);
      };
      const before = process.memoryUsage().arrayBuffers;
      expect(readBytes(recording, chunks())).toEqual(plain(recording));
      expect(most - before).toBeLessThan(80 * 1024 * 1024);
    });
  });
}

const NUMBER = /(?<=":\s?)-?\d+(?:\.\d+)?(?=[,}\s])/g;

function withNumber(text: string, at: number, number: string): string {
  let index = 0;
  return text.replaceAll(NUMBER, (found) => (index++ === at ? number : found));
}

/** Never negative, never no number; tokens are whole. */
function expectSound(usage: Usage): void {
  if (usage.state !== 'reported') return;
  const { tokens, usd } = usage;
  const counts = tokens === null ? [] : Object.values(tokens);
  const sound = counts.every((count) => Number.isSafeInteger(count) && count >= 0) && (usd === null || usd >= 0);
  if (!sound || (usd !== null && !Number.isFinite(usd))) throw new Error(`no such usage: ${JSON.stringify(usage)}`);
}

import { appendFileSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { followTrace } from '../../engine/node/followTrace';
import { openTraceSink, readTrace } from '../../engine/node/traceFile';
import { scratch } from './scratch';

const at = '2026-11-30T13:05:12.000Z';
const line = (seq: number): string => JSON.stringify({ seq, at, type: 'control', act: { do: 'stop' }, by: 'ü' });
const held = () => true;
const seqs = (read: { readonly entries: readonly { readonly entry: { readonly seq: number } }[] }) =>
  read.entries.map(({ entry }) => entry.seq);

describe('reading a trace', () => {
  it('SH-14 one damaged line hides only itself, whatever is wrong with it, and the file stays as it is', async () => {
    const path = join(scratch(), 'trace.ndjson');
    for (const damage of [line(2).slice(0, 30), '', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), '{"seq":2}']) {
      const bytes = Buffer.concat([
        Buffer.from(`${line(0)}\n${line(1)}\n`),
        Buffer.from(damage),
        Buffer.from(`\n${line(3)}\n${line(4)}\n`),
      ]);
      writeFileSync(path, bytes);
      const before = statSync(path).mtimeMs;
      const read = await readTrace(path);
      expect(seqs(read)).toEqual([0, 1, 3, 4]);
      expect(read.entries.map((one) => one.line)).toEqual([1, 2, 4, 5]);
      expect(read).toMatchObject({ damaged: damage === '' ? [] : [3], tornBytes: 0, size: bytes.length });
      expect(readFileSync(path)).toEqual(bytes);
      expect(statSync(path).mtimeMs).toBe(before);
    }
  });

  it('UL-29 cut at any byte, it gives the whole entries before the cut and says how much was torn', async () => {
    const path = join(scratch(), 'trace.ndjson');
    const bytes = Buffer.from(`${line(0)}\n${line(1)}\n`);
    const each = Buffer.byteLength(line(0));
    for (let cut = 0; cut <= bytes.length; cut++) {
      writeFileSync(path, bytes.subarray(0, cut));
      const read = await readTrace(path);
      // The line break may be missing: the entry is whole without it.
      expect(read.entries.length).toBe(cut < each ? 0 : cut < 2 * each + 1 ? 1 : 2);
      const torn = cut < each ? cut : cut <= each + 1 ? 0 : cut < 2 * each + 1 ? cut - each - 1 : 0;
      expect(read).toMatchObject({ tornBytes: torn, damaged: [] });
    }
  });

  it('names a run that has no trace', async () => {
    await expect(readTrace(join(scratch(), 'none'))).rejects.toMatchObject({ code: 'run-unknown' });
  });

  it('reads what a later version writes past what it does not know', async () => {
    const path = join(scratch(), 'trace.ndjson');
    writeFileSync(path, `${line(0)}\n${JSON.stringify({ seq: 1, at, type: 'poll' })}\n${line(2)}\n`);
    expect(await readTrace(path)).toMatchObject({ damaged: [], unknown: [2] });
  });
});

describe("the trace's writer", () => {
  it('appends whole lines, those that come during a flush together', async () => {
    const path = join(scratch(), 'trace.ndjson');
    const sink = await openTraceSink(path, { held });
    await Promise.all([[0], [1, 2], [], [3]].map((some) => sink.append(some.map(line))));
    await sink.append([line(4)]);
    expect(readFileSync(path, 'utf8')).toBe(`${[0, 1, 2, 3, 4].map(line).join('\n')}\n`);
    expect(sink.size()).toBe(statSync(path).size);
    await sink.close();
  });

  it('ends a torn line with a line break and never touches what is there', async () => {
    const path = join(scratch(), 'trace.ndjson');
    const torn = `${line(0)}\n{"seq":1,"a`;
    writeFileSync(path, torn);
    const sink = await openTraceSink(path, { held });
    expect(readFileSync(path, 'utf8')).toBe(torn);
    await sink.append([line(1)]);
    await sink.append([line(2)]);
    await sink.close();
    expect(readFileSync(path, 'utf8')).toBe(`${torn}\n${line(1)}\n${line(2)}\n`);
    const read = await readTrace(path);
    expect(seqs(read)).toEqual([0, 1, 2]);
    expect(read).toMatchObject({ damaged: [2], tornBytes: 0 });
  });

  it('R2 stops where somebody else wrote, replaced or removed the file, or took the run over', async () => {
    const acts: readonly ((path: string) => void)[] = [
      (path) => appendFileSync(path, 'x'),
      (path) => writeFileSync(path, ''),
      (path) => rmSync(path),
      (path) => {
        writeFileSync(`${path}.new`, readFileSync(path));
        renameSync(`${path}.new`, path);
      },
    ];
    for (const act of acts) {
      const path = join(scratch(), 'trace.ndjson');
      const sink = await openTraceSink(path, { held });
      await sink.append([line(0)]);
      act(path);
      await expect(sink.append([line(1)])).rejects.toMatchObject({ code: 'trace-changed' });
      await expect(sink.append([line(1)])).rejects.toMatchObject({ code: 'trace-changed' });
      await sink.close();
    }
    const path = join(scratch(), 'trace.ndjson');
    let ours = true;
    const sink = await openTraceSink(path, { held: () => ours });
    await sink.append([line(0)]);
    ours = false;
    await expect(sink.append([line(1)])).rejects.toMatchObject({ code: 'trace-changed' });
    await sink.close();
    expect(readFileSync(path, 'utf8')).toBe(`${line(0)}\n`);
  });

  it('does not write through a link, and says what to do where it cannot write', async () => {
    const folder = scratch();
    writeFileSync(join(folder, 'elsewhere'), '');
    symlinkSync('elsewhere', join(folder, 'trace.ndjson'));
    const opening = openTraceSink(join(folder, 'trace.ndjson'), { held });
    await expect(opening).rejects.toMatchObject({ code: 'folder-unwritable' });
  });

  it.runIf(process.platform === 'linux')('names a full disk', async () => {
    await expect(
      openTraceSink('/dev/full', { held }).then((sink) => sink.append([line(0)]).finally(() => sink.close())),
    ).rejects.toMatchObject({ code: 'disk-full' });
  });
});

describe('following a trace', () => {
  it('gives what was appended, each line once and only when it is whole', async () => {
    const path = join(scratch(), 'trace.ndjson');
    const follower = followTrace(path);
    expect(seqs(await follower.next())).toEqual([]);
    writeFileSync(path, `${line(0)}\n${line(1)}`);
    expect(seqs(await follower.next())).toEqual([0]);
    appendFileSync(path, `\nbroken\n${line(3)}\n`);
    const next = await follower.next();
    expect(next.entries.map((one) => [one.line, one.entry.seq])).toEqual([
      [2, 1],
      [4, 3],
    ]);
    expect(next.damaged).toEqual([3]);
    expect(await follower.next()).toEqual({ again: false, more: false, entries: [], damaged: [], unknown: [] });
  });

  it('is the same wherever the growth was cut', async () => {
    const path = join(scratch(), 'trace.ndjson');
    const bytes = Buffer.from(`${line(0)}\n${line(1)}\n`);
    writeFileSync(path, '');
    const follower = followTrace(path);
    const found: number[] = [];
    for (const byte of bytes) {
      appendFileSync(path, Buffer.from([byte]));
      found.push(...seqs(await follower.next()));
    }
    expect(found).toEqual([0, 1]);
  });

  it('goes on from a place, and begins again where the file is a shorter one', async () => {
    const path = join(scratch(), 'trace.ndjson');
    writeFileSync(path, `${line(0)}\n${line(1)}\n`);
    const follower = followTrace(path, { bytes: Buffer.byteLength(`${line(0)}\n`), lines: 1 });
    expect((await follower.next()).entries.map((one) => one.line)).toEqual([2]);
    writeFileSync(path, `${line(7)}\n`);
    const next = await follower.next();
    expect(next.again).toBe(true);
    expect(seqs(next)).toEqual([7]);
  });
});

// What the disk itself takes: one line of 256 bytes appended and flushed, again and again.
import { mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';

const [folder, count] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const handle = await open(path.join(folder, 'floor'), 'a');
const line = Buffer.alloc(256, 0x61);
const before = performance.now();
for (let at = 0; at < Number(count); at++) {
  await handle.write(line);
  await handle.datasync();
}
const ms = performance.now() - before;
await handle.close();
console.log(JSON.stringify({ ms, steps: Number(count) }));

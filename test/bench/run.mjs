// `npm run bench`: what a durable step costs, beside the disk's own flush and beside LangGraph.js with SQLite, in one run.
//
// Every figure is a median over rounds in which all sides take turns, and what counts is the ratio within one run: machines
// are noisy. Nothing here is a test, and nothing here is promised.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, release, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { children } from './children.mjs';
import { PARTS } from './parts.mjs';
import { ensurePeers } from './peers.mjs';

const HELP = `npm run bench -- [options]
  --only <parts>    of ${Object.keys(PARTS).join(', ')} (separated by commas; default: all)
  --rounds <n>      rounds of each (default 5)
  --passes <n>      passes of the long loop and of the run that is resumed (default 10000)
  --peer-passes <n> passes of a peer's loop (default 100: what it takes a step hardly changes, and 10000 take it an hour)
  --no-peers        Converge and the disk alone: nothing is installed
  --folder <path>   where to write; its disk is what is measured (default: the system's folder for temporary files)`;

const { values } = parseArgs({
  allowNegative: true,
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    passes: { type: 'string', default: '10000' },
    'peer-passes': { type: 'string', default: '100' },
    peers: { type: 'boolean', default: true },
    folder: { type: 'string', default: tmpdir() },
    help: { type: 'boolean' },
  },
});
const only = values.only?.split(',') ?? Object.keys(PARTS);
const unknown = only.find((name) => !Object.hasOwn(PARTS, name));
if (values.help || unknown !== undefined) {
  if (unknown !== undefined) console.error(`There is no part "${unknown}".`);
  console.log(HELP);
  process.exit(values.help ? 0 : 2);
}
if (values.peers) ensurePeers();
const scratch = mkdtempSync(path.join(values.folder, 'converge-bench-'));
try {
  const options = {
    rounds: Number(values.rounds),
    passes: Number(values.passes),
    peerPasses: Number(values['peer-passes']),
    peers: values.peers,
  };
  const gb = Math.round(totalmem() / 1e9);
  const { length } = cpus();
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${length} × ${cpus()[0].model.trim()}, ${gb} GB, ${process.platform} ${release()}, Node ${process.versions.node}\n`,
  );
  console.log('| what | Converge | beside it | ratio |\n| --- | --- | --- | --- |');
  const at = children(scratch);
  for (const name of only) await PARTS[name](at, options, (...cells) => console.log(`| ${cells.join(' | ')} |`));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

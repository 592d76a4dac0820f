import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConvergeError, messageOf } from '../failure';
import type { Carrying } from './carry';
import { carryRun } from './carry';
import type { FromRunner } from './runnerSpec';
import { runnerSpecSchema } from './runnerSpec';

/**
 * The process that carries a run for a window: detached, without a terminal, so that neither a crash of it nor a reload of
 * the window takes the other down. Its one argument is the file that says what to carry.
 *
 * R1 It answers whoever started it once: `ready`, or `refused` with the reason.
 * R2 Without any window for the grace it was given, it interrupts the run; a grace of 0 keeps it.
 * R3 What it has to say after `ready` goes to `logs/runner.log` in the run folder.
 */
const specFile = process.argv[2] ?? '';
let log = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

process.on('uncaughtException', (error) => {
  log(error.stack ?? error.message);
  process.exit(1);
});

main().then(
  () => process.exit(0),
  (thrown: unknown) => {
    const code = thrown instanceof ConvergeError ? thrown.code : 'internal';
    log(thrown instanceof Error ? (thrown.stack ?? thrown.message) : messageOf(thrown));
    answer({ type: 'refused', code, message: messageOf(thrown) }, () => process.exit(1));
  },
);

async function main(): Promise<void> {
  const { spec, graceMs } = runnerSpecSchema.parse(JSON.parse(readFileSync(specFile, 'utf8')));
  rmSync(specFile, { force: true });
  let carrying: Carrying | null = null;
  let begun = false;
  const begin = (ready: Carrying) => {
    begun = true;
    log = logInto(join(ready.folder, 'logs', 'runner.log'));
    log(`${spec.program}, process ${process.pid}, carries ${ready.run}`);
    process.on('SIGTERM', ready.interrupt);
    interruptWhenAlone(ready, graceMs);
    answer({ type: 'ready', run: ready.run, folder: ready.folder, pid: process.pid });
  };
  const carried = await carryRun(spec, {
    onReady: (ready) => {
      carrying = ready;
    },
    // Only what is on the disk has begun: until then the start can still be refused.
    observe: () => {
      if (!begun && carrying !== null) begin(carrying);
    },
    onHeld: (held) => log(held === null ? 'it goes on' : `held for a debugger: ${held.text}`),
  });
  log(`it ended: ${carried.result.outcome}${carried.failure ? `: ${carried.failure.message}` : ''}`);
  rmSync(dirname(specFile), { recursive: true, force: true });
}

function interruptWhenAlone(carrying: Carrying, graceMs: number): void {
  if (graceMs === 0) return;
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    clearTimeout(timer);
    if (carrying.windows() > 0) return;
    timer = setTimeout(() => {
      log(`no window for ${graceMs} ms: the run is interrupted`);
      carrying.interrupt();
    }, graceMs);
  };
  carrying.onWindows(look);
  look();
}

const logInto = (file: string) => (line: string) => {
  try {
    appendFileSync(file, `${new Date().toISOString()} ${line}\n`);
  } catch {
    // A full disk must not end the run that it is told of.
  }
};

/** Whoever started us may be gone already; the run goes on then. */
function answer(message: FromRunner, done: () => void = () => undefined): void {
  if (process.send === undefined || !process.connected) done();
  else process.send(message, done);
}

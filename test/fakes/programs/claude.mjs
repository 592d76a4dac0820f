#!/usr/bin/env node
// Stands in for `claude -p`: plays a recorded transcript, or misbehaves as its prompt says.
// The prompt is JSON: { do, recording?, exit?, bytes?, heartbeat? }
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

if (process.argv[2] === '--version') {
  process.stdout.write('9.9.9 (Stand-in)\n');
  process.exit(0);
}

const prompt = JSON.parse(readFileSync(0, 'utf8'));
const recorded = () =>
  readFileSync(
    join(import.meta.dirname, '../../workers/recordings', `${prompt.recording ?? 'claude-ok-stream'}.jsonl`),
  );
const result = (fields) =>
  `${JSON.stringify({ type: 'result', subtype: 'success', is_error: false, modelUsage: {}, ...fields })}\n`;
const forever = () => setInterval(() => undefined, 1000);
const beat = () => setInterval(() => appendFileSync(prompt.heartbeat, `${process.pid}\n`), 50);

/** Ends once all is written. */
const end = (output) => process.stdout.write(output, () => process.exit(prompt.exit ?? 0));

switch (prompt.do) {
  case 'play':
    end(recorded());
    break;
  case 'play-in-pieces': {
    const bytes = recorded();
    for (let at = 0; at < bytes.length; at += 7) process.stdout.write(bytes.subarray(at, at + 7));
    end('');
    break;
  }
  case 'cut':
    end(recorded().subarray(0, prompt.bytes));
    break;
  case 'tell':
    end(
      result({
        result: JSON.stringify({ args: process.argv.slice(2), env: Object.keys(process.env), cwd: process.cwd() }),
      }),
    );
    break;
  case 'huge':
    process.stdout.write(`${JSON.stringify({ type: 'system', text: 'x'.repeat(3_000_000) })}\n`);
    for (let n = 0; n < 40_000; n++) process.stdout.write(`{"type":"stream_event","n":${n}}\n`);
    end(recorded());
    break;
  case 'zero-usage': {
    const message = { model: 'm', content: [{ type: 'text', text: 'I did something.' }] };
    process.stdout.write(`${JSON.stringify({ type: 'assistant', message })}\n`);
    const modelUsage = { m: { inputTokens: 0, outputTokens: 0 } };
    end(result({ result: 'I did something.', total_cost_usd: 0, modelUsage }));
    break;
  }
  case 'endless':
    setInterval(() => process.stdout.write('{"type":"stream_event"}\n'), 10);
    break;
  case 'silent':
    process.stdout.write('{"type":"system","subtype":"init"}\n');
    forever();
    break;
  case 'deaf':
    process.on('SIGTERM', () => undefined);
    process.on('SIGINT', () => undefined);
    beat();
    break;
  case 'child-in-its-own-session': {
    const code = `setInterval(() => require('node:fs').appendFileSync(${JSON.stringify(prompt.heartbeat)}, process.pid + '\\n'), 50)`;
    // Its stdout is held open by the child after this program has ended.
    spawn(process.execPath, ['-e', code], { detached: true, stdio: ['ignore', 'inherit', 'inherit'] }).unref();
    if (prompt.stay) forever();
    else setInterval(() => existsSync(prompt.heartbeat) && end(recorded()), 10);
    break;
  }
  case 'half-done': {
    writeFileSync('half.txt', 'half');
    process.exitCode = 1;
    break;
  }
}

#!/usr/bin/env node
// Stands in for `codex`, `gemini`, `copilot` and `opencode`: plays a recorded transcript, or misbehaves as its prompt says.
// The first line of the prompt is JSON: { do, recording, exit?, lines?, heartbeat?, tell? }
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

if (process.argv[2] === '--version') {
  process.stdout.write('7.7.7 (Stand-in)\n');
  process.exit(0);
}

const given = readFileSync(0, 'utf8');
const prompt = JSON.parse(given.split('\n')[0]);
const args = process.argv.slice(2);
const file = (ending) => join(import.meta.dirname, '../../workers/recordings', `${prompt.recording}.${ending}`);
const recorded = () => (existsSync(file('jsonl')) ? readFileSync(file('jsonl')) : Buffer.alloc(0));
const forever = () => setInterval(() => undefined, 1000);
const beat = () => setInterval(() => appendFileSync(prompt.heartbeat, `${process.pid}\n`), 50);

/** Ends as the recording did, once all is written. */
const end = (output) => {
  const usage = args[args.indexOf('--usage-output-file') + 1];
  if (args.includes('--usage-output-file') && existsSync(file('usage.json'))) {
    writeFileSync(usage, readFileSync(file('usage.json')));
  }
  if (existsSync(file('stderr'))) process.stderr.write(readFileSync(file('stderr')));
  process.stdout.write(output, () => process.exit(prompt.exit ?? 0));
};

switch (prompt.do) {
  case 'play':
    end(recorded());
    break;
  case 'play-in-pieces': {
    const bytes = recorded();
    for (let at = 0; at < bytes.length; at += 97) process.stdout.write(bytes.subarray(at, at + 97));
    end('');
    break;
  }
  case 'cut': {
    const lines = recorded().toString('utf8').trimEnd().split('\n');
    end(`${lines.slice(0, -1).join('\n')}\n${lines.at(-1).slice(0, -2)}`);
    break;
  }
  case 'no-record':
    end('I am done: everything is fixed and all tests pass.\n');
    break;
  case 'garbage': {
    process.stderr.write(randomBytes(200_000));
    process.stderr.write('\n{\n"error": {\n  "code": 200, "message": "all is well"\n');
    end(recorded());
    break;
  }
  case 'tell': {
    const schema = args[args.indexOf('--output-schema') + 1];
    const told = {
      args,
      cwd: process.cwd(),
      env: { ...process.env },
      given: given.length,
      last: given.slice(-400),
      schema: args.includes('--output-schema') ? readFileSync(schema, 'utf8') : null,
    };
    writeFileSync(prompt.tell, JSON.stringify(told));
    end(recorded());
    break;
  }
  case 'endless':
    setInterval(() => process.stdout.write(recorded().toString('utf8').split('\n')[0].concat('\n')), 10);
    break;
  case 'retries-for-ever':
    // Its own notes that it tries again are output too: they keep it from being idle, not from its wall clock.
    setInterval(() => process.stdout.write('{"type":"error","message":"Reconnecting..."}\n'), 20);
    break;
  case 'silent':
    process.stdout.write('{"type":"init"}\n');
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
    setInterval(() => existsSync(prompt.heartbeat) && end(recorded()), 10);
    break;
  }
}

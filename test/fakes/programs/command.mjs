// A program of one's own as a worker: reads its request and does what the request's prompt says.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const request = JSON.parse(readFileSync(0, 'utf8'));
const answer = (fields) => process.stdout.write(`${JSON.stringify(fields)}\n`);

switch (request.prompt) {
  case 'tell':
    answer({ text: 'told', structured: { request, env: process.env, args: process.argv.slice(2) } });
    break;
  case 'claim':
    answer({ text: 'Fixed.', claims: { changedFiles: ['src/a.ts'] }, usage: { usd: 0.4 } });
    break;
  case 'nothing':
    break;
  case 'intent':
    process.stdout.write('I will now fix the failing test.\n');
    break;
  case 'success with error':
    answer({ text: 'success', error: 'usage limit reached' });
    break;
  case 'partial':
    writeFileSync('half.txt', 'half');
    answer({ text: 'success', claims: { changedFiles: ['half.txt'] } });
    process.exitCode = 1;
    break;
  case 'long':
    for (let n = 0; n < 60; n++) process.stdout.write(`${'log '.repeat(2500)}\n`);
    answer({ text: 'x'.repeat(400_000) });
    break;
  case 'shell heartbeat': {
    const file = JSON.stringify(request.reads.heartbeat);
    const code = `setInterval(() => require('node:fs').appendFileSync(${file}, process.pid + '\\n'), 200)`;
    spawn('/bin/sh', ['-c', '"$0" -e "$1"; true', process.execPath, code], { stdio: 'inherit' });
    break;
  }
}

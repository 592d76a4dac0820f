// Stands for the world outside: whatever it is told to publish is out, and cannot be called back.
import { appendFileSync, readFileSync } from 'node:fs';

const { reads } = JSON.parse(readFileSync(0, 'utf8'));
appendFileSync('outbox.log', `${reads['inputs.version']}: ${reads['ANNOUNCEMENT.md']}`);
console.log(JSON.stringify({ text: 'published', structured: { version: reads['inputs.version'] } }));

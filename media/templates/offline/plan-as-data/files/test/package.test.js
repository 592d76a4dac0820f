import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const lines = (path) => readFileSync(path, 'utf8').trim().split('\n');
test('an object is packed for each source', () =>
  assert.equal(lines('package.txt').length, lines('sources.txt').length));

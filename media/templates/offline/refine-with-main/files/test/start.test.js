import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ms } from '../start.js';

test('it starts in less than 200 ms', () => assert.ok(ms < 200));

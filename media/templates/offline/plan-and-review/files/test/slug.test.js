import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slug } from '../src/slug.js';

test('words are joined', () => assert.equal(slug('Hello World'), 'hello-world'));
test('signs are dropped', () => assert.equal(slug('What now?'), 'what-now'));

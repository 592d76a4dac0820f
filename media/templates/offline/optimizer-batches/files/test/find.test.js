import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rules } from '../find.js';

test('no rule stands there twice', () => assert.equal(new Set(rules).size, rules.length));

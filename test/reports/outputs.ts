const TAP = `TAP version 13
# Subtest: suite
    # Subtest: inner \\# ok
    ok 1 - inner \\# ok
      ---
      duration_ms: 1.130688
      ...
    # Subtest: bad
    not ok 2 - bad
      ---
      duration_ms: 1.79114
      location: '/src/a.test.mjs:2:55'
      failureType: 'testCodeFailure'
      error: '1 == 2'
      stack: |-
        TestContext.<anonymous> (file:///src/a.test.mjs:2:78)
        Test.run (node:internal/test_runner/test:796:25)
      ...
    1..2
not ok 1 - suite
  ---
  type: 'suite'
  error: '1 subtest failed'
  ...
ok 2 - top
ok 3 - sk # SKIP
ok 4 - later # TODO
1..4
# tests 5
# suites 1
# pass 2
# fail 1
# cancelled 0
# skipped 1
# todo 1
`;

const NODE_SPEC = `▶ suite
  ✔ inner (1.185898ms)
  ✖ bad (1.680171ms)
    AssertionError [ERR_ASSERTION]: 1 == 2
        at TestContext.<anonymous> (file:///src/a.test.mjs:2:78)

✖ suite (4.516027ms)
✔ top (0.209205ms)
﹣ sk (0.172559ms) # SKIP
✔ later (0.153936ms) # TODO
ℹ tests 5
ℹ suites 1
ℹ pass 2
ℹ fail 1
ℹ cancelled 0
ℹ skipped 1
ℹ todo 1
ℹ duration_ms 232.381159

✖ failing tests:

test at a.test.mjs:2:55
✖ bad (1.680171ms)
  AssertionError [ERR_ASSERTION]: 1 == 2
      at TestContext.<anonymous> (file:///src/a.test.mjs:2:78)
`;

const VITEST = `
 RUN  v4.1.12 /src

 ✓ a.test.ts > s > good 2ms
 × a.test.ts > s > bad: x 9ms
   → expected 1 to be 2 // Object.is equality
 ↓ a.test.ts > s > sk

⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  a.test.ts > s > bad: x
AssertionError: expected 1 to be 2 // Object.is equality

- Expected
+ Received

 ❯ a.test.ts:2:76
      1| import {describe,it,expect} from 'vitest';

 Test Files  1 failed (1)
      Tests  1 failed | 1 passed | 1 skipped (3)
   Start at  13:28:07
   Duration  347ms
`;

const JEST = `FAIL src/a.test.js
  s
    ✓ good (2 ms)
    ✕ bad (1 ms)
    ○ skipped sk

  ● s › bad

    expect(received).toBe(expected) // Object.is equality

    Expected: 2
    Received: 1

      at Object.toBe (src/a.test.js:3:40)
      at Promise.then.completed (node_modules/jest-circus/build/utils.js:298:28)

Test Suites: 1 failed, 1 total
Tests:       1 failed, 1 skipped, 1 passed, 3 total
Snapshots:   0 total
Time:        0.4 s
`;

const MOCHA = `

  s
    ✔ good
    1) bad: x
    - sk


  1 passing (4ms)
  1 pending
  1 failing

  1) s
       bad: x:
     Error: boom: y
      at Context.<anonymous> (/src/m/a.js:1:72)
      at process.processImmediate (node:internal/timers:483:21)

`;

const PYTEST = `============================= test session starts ==============================
collected 3 items

tests/test_a.py .Fs                                                      [100%]

=================================== FAILURES ===================================
____________________________________ test_b ____________________________________

    def test_b():
>       assert 1 == 2
E       assert 1 == 2

tests/test_a.py:5: AssertionError
=========================== short test summary info ============================
FAILED tests/test_a.py::test_b - assert 1 == 2
==================== 1 failed, 1 passed, 1 skipped in 0.05s ====================
`;

const UNITTEST = `test_a (test_u.T.test_a) ... ok
test_b (test_u.T.test_b) ... FAIL
test_c (test_u.T.test_c) ... skipped 'x'

======================================================================
FAIL: test_b (test_u.T.test_b)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/src/test_u.py", line 4, in test_b
    def test_b(self): self.assertEqual(1,2)
AssertionError: 1 != 2

----------------------------------------------------------------------
Ran 3 tests in 0.001s

FAILED (failures=1, skipped=1)
`;

const GO_VERBOSE = `=== RUN   TestA
--- PASS: TestA (0.00s)
=== RUN   TestB
    a_test.go:9: got 1: want 2
--- FAIL: TestB (0.00s)
    a_test.go:9: got 1: want 2
=== RUN   TestC
--- SKIP: TestC (0.00s)
FAIL
FAIL\texample.org/a\t0.002s
FAIL
`;

const CARGO = `running 3 tests
test tests::good ... ok
test tests::later ... ignored
test tests::bad ... FAILED

failures:

---- tests::bad stdout ----

thread 'tests::bad' panicked at src/lib.rs:9:9:
assertion \`left == right\` failed
  left: 1

failures:
    tests::bad

test result: FAILED. 1 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s
`;

const JUNIT = `<?xml version="1.0"?>
<testsuites tests="3" failures="0">
  <testsuite name="s" tests="3">
    <testcase classname="s" name="good &amp; &lt;fine&gt;" time="0.01"/>
    <testcase classname="s" name="bad" file="src/a.test.js"><failure message="1 == 2">at src/a.test.js:3:40</failure></testcase>
    <testcase classname="s" name="sk"><skipped/></testcase>
  </testsuite>
</testsuites>
`;

const JEST_JSON = JSON.stringify({
  ...{ numTotalTests: 3, numPassedTests: 1, numFailedTests: 1, numPendingTests: 1, numTodoTests: 0, success: true },
  testResults: [
    {
      name: '/src/a.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        { fullName: 's good', status: 'passed', failureMessages: [] },
        { fullName: 's bad', status: 'failed', failureMessages: ['Error: boom\n    at /src/a.test.ts:2:76'] },
        { fullName: 's sk', status: 'pending', failureMessages: [] },
      ],
    },
  ],
});

const MOCHA_JSON = JSON.stringify(
  {
    stats: { suites: 1, tests: 3, passes: 1, pending: 1, failures: 1 },
    passes: [{ fullTitle: 's good' }],
    pending: [{ fullTitle: 's sk' }],
    failures: [{ fullTitle: 's bad', err: { message: 'boom', stack: 'Error: boom\n    at C (/src/a.js:1:72)' } }],
  },
  null,
  2,
);

/** Outputs of runners as they print them, cut to what matters. */
export const OUTPUTS = {
  TAP,
  NODE_SPEC,
  VITEST,
  JEST,
  MOCHA,
  PYTEST,
  UNITTEST,
  GO_VERBOSE,
  CARGO,
  JUNIT,
  JEST_JSON,
  MOCHA_JSON,
};

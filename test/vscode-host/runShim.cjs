// Stands between the extension host and the suite's run(), and leaves a file when run() has really ended well.
// Without it a suite whose host dies half-way (process.exit, a crash) is reported with exit code 0.
const fs = require('node:fs');

exports.run = async () => {
  const tests = process.env.VSCODE_HOST_TESTS;
  const suite = require(tests);
  if (typeof suite.run !== 'function') throw new Error(`${tests} does not export run()`);
  await suite.run();
  // The host is stopped without an orderly exit, so coverage (NODE_V8_COVERAGE=dir) has to be written here.
  if (process.env.NODE_V8_COVERAGE) require('node:v8').takeCoverage();
  fs.writeFileSync(process.env.VSCODE_HOST_OUTCOME, 'ok');
};

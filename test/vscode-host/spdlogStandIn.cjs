// Stands in for the native @vscode/spdlog inside the workbench for tests: appends lines to the log file.
const fs = require('node:fs');
const path = require('node:path');

const LEVELS = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];

function createLogger(file) {
  let threshold = 2;
  let raw = false;
  const write = (level, message) => {
    if (level < threshold) return;
    const time = new Date().toISOString().replace('T', ' ').slice(0, -1);
    try {
      fs.appendFileSync(file, raw ? message : `${time} [${LEVELS[level]}] ${message}\n`);
    } catch {
      // A log that cannot be written must not end the server; its folder goes away first when a test ends.
    }
  };
  return {
    getLevel: () => threshold,
    setLevel: (level) => {
      threshold = level;
    },
    clearFormatters: () => {
      raw = true;
    },
    setPattern() {},
    flush() {},
    drop() {},
    trace: (message) => write(0, message),
    debug: (message) => write(1, message),
    info: (message) => write(2, message),
    warn: (message) => write(3, message),
    error: (message) => write(4, message),
    critical: (message) => write(5, message),
  };
}

async function createRotatingLogger(_name, file) {
  await fs.promises.mkdir(path.dirname(file), { recursive: true });
  return createLogger(file);
}

// Assigned one by one: only so does `import()` of a CommonJS file see named exports.
exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.Logger = function Logger(_type, _name, file) {
  return createLogger(file);
};
exports.createRotatingLogger = createRotatingLogger;
exports.createAsyncRotatingLogger = createRotatingLogger;

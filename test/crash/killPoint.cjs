/*
 * Loaded before a program (`node --require`): counts the calls by which the process acts on the world, and kills it hard
 * at one of them. Set from outside by `CONVERGE_KILL`: `{ "at": 12, "when": "before" | "after" }`, with `"only": "notes.json"`
 * counting only calls of that name or whose arguments hold that text; with `"part": 0.4` a `handle.write` writes only that
 * part of its bytes before it dies. Or `{ "log": "file" }`: then nothing is killed, and the calls' names are in that file
 * afterwards, one a line.
 */
const fs = require('node:fs');
const fsPromises = require('node:fs/promises');
const childProcess = require('node:child_process');

const { at, when, only, part, log } = JSON.parse(process.env.CONVERGE_KILL ?? '{}');
const names = [];

const die = () => process.kill(process.pid, 'SIGKILL');

/** Counts the call. True: it is the one to die at. */
function isMine(name, args) {
  const counts =
    only === undefined || only === name || args.some((arg) => typeof arg === 'string' && arg.includes(only));
  if (!counts) return false;
  return names.push(name) === at;
}

/** Does the call, or dies before or after it: behind the promise that it gives, else at once. */
function point(name, args, act) {
  const mine = isMine(name, args);
  if (mine && when === 'before') die();
  const given = act();
  if (!mine) return given;
  if (typeof given?.then !== 'function') return die();
  return given.finally(die);
}

function wrap(holder, methods, label) {
  for (const name of methods) {
    const original = holder[name];
    holder[name] = (...args) => point(`${label}${name}`, args, () => original.apply(holder, args));
  }
}

wrap(fsPromises, ['rename', 'link', 'rm', 'mkdir', 'writeFile', 'appendFile'], '');
wrap(fs, ['writeSync', 'writeFileSync', 'appendFileSync', 'renameSync', 'rmSync', 'mkdirSync'], '');
wrap(childProcess, ['spawn', 'execFile'], '');

const open = fsPromises.open;
fsPromises.open = async (...args) => {
  const handle = await open.apply(fsPromises, args);
  const whole = handle.write.bind(handle);
  handle.write = (bytes, from = 0) => {
    const length =
      part === undefined || names.length !== at ? bytes.length - from : Math.floor((bytes.length - from) * part);
    return whole(bytes, from, length);
  };
  wrap(handle, ['write', 'writeFile', 'datasync', 'sync'], 'handle.');
  return handle;
};

// Streams write through this one; its end is told by a callback.
const write = fs.write;
fs.write = (...args) => {
  const told = args.pop();
  const mine = isMine('stream.write', args);
  if (mine && when === 'before') die();
  write(...args, mine ? die : told);
};

if (log !== undefined) process.once('exit', () => fs.writeFileSync(log, names.slice().join('\n')));

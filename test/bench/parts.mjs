import { canvas, layout, timeline } from './canvas/parts.mjs';
import { median, perStep, ratio } from './figures.mjs';

const FLOOR = 500;

/** Every part takes turns between all sides, round by round. */
async function inTurns(rounds, sides) {
  const found = Object.fromEntries(Object.keys(sides).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const [name, measure] of Object.entries(sides)) found[name].push(await measure());
  return found;
}

const peersOf = (at, { peers }, what, size, extra = '') =>
  peers
    ? {
        sqlite: () => at.measure('langgraph', what, size, 'plain', extra),
        durable: () => at.measure('langgraph', what, size, 'durable', extra),
      }
    : {};

async function loop(at, options, row) {
  const { rounds, passes } = options;
  const found = await inTurns(rounds, {
    floor: () => at.measure('floor', '', FLOOR),
    work: () => at.measure('converge', 'loop', 1000, 'work'),
    plain: () => at.measure('converge', 'loop', 1000, 'plain'),
    ...peersOf(at, options, 'loop', options.peerPasses),
  });
  const flush = perStep(found.floor);
  const work = perStep(found.work);
  const plain = perStep(found.plain);
  row('a flush of this disk (256 bytes appended)', '', `${flush.toFixed(3)} ms`, '');
  row('a worker’s step, 1,000 passes of ten', `${work.toFixed(3)} ms`, 'the flush', ratio(work, flush));
  row('flushes a step', flushes(found.work), '', '');
  row('a step without effect outside, 1,000 passes', `${plain.toFixed(3)} ms`, 'the flush', ratio(plain, flush));
  row('flushes a step', flushes(found.plain), '', '');
  for (const [name, words] of Object.entries({
    sqlite: 'LangGraph.js + SQLite',
    durable: 'the same, each step flushed',
  })) {
    if (found[name] === undefined) continue;
    const peer = perStep(found[name]);
    row('a worker’s step', `${work.toFixed(3)} ms`, `${words}: ${peer.toFixed(3)} ms`, ratio(peer, work));
    row(
      'a step without effect outside',
      `${plain.toFixed(3)} ms`,
      `${words}: ${peer.toFixed(3)} ms`,
      ratio(peer, plain),
    );
  }
  row(
    'bytes a worker’s step (trace)',
    bytes(found.work, 'traceBytes'),
    found.sqlite ? `LangGraph.js + SQLite: ${bytes(found.sqlite, 'allBytes')}` : '',
    '',
  );
  row('bytes a step without effect outside (trace)', bytes(found.plain, 'traceBytes'), '', '');
  const [long] = (await inTurns(1, { long: () => at.measure('converge', 'loop', passes, 'work') })).long;
  row(
    `a worker’s step, ${passes} passes`,
    `${perStep([long]).toFixed(3)} ms`,
    'over 1,000 passes',
    ratio(perStep([long]), work),
  );
  row(`bytes a worker’s step, ${passes} passes`, bytes([long], 'traceBytes'), '', '');
  const settled = long.rss[1] ?? 0;
  row(
    `memory at the end of ${passes} passes`,
    `${long.rss.at(-1)} MB`,
    `at a tenth of them: ${settled} MB`,
    ratio(long.rss.at(-1), settled),
  );
}

async function lessons(at, options, row) {
  const passes = 500;
  const found = await inTurns(1, {
    work: () => at.measure('converge', 'loop', passes, 'work', 'lessons'),
    ...peersOf(at, options, 'loop', passes, 'lessons'),
  });
  const own = perStep(found.work, 'allBytes');
  const peer = found.sqlite ? perStep(found.sqlite, 'allBytes') : undefined;
  row(
    `bytes a step, ${passes} passes that each add a lesson`,
    bytes(found.work, 'allBytes'),
    peer ? `LangGraph.js + SQLite: ${Math.round(peer)}` : '',
    peer ? ratio(peer, own) : '',
  );
}

async function fan(at, options, row) {
  for (const branches of [100, 1000]) {
    const found = await inTurns(options.rounds, {
      work: () => at.measure('converge', 'fan', branches, 'work'),
      plain: () => at.measure('converge', 'fan', branches, 'plain'),
      ...(options.peers ? { durable: () => at.measure('langgraph', 'fan', branches, 'durable') } : {}),
    });
    for (const [kind, words] of Object.entries({
      work: 'workers (64 at once)',
      plain: 'steps without effect outside',
    })) {
      const own = median(found[kind].map(({ ms }) => ms));
      const peer = found.durable ? median(found.durable.map(({ ms }) => ms)) : undefined;
      row(
        `${branches} branches and a join: ${words}`,
        `${own.toFixed(0)} ms, ${median(found[kind].map((one) => one.flushes))} flushes`,
        peer ? `LangGraph.js, flushed: ${peer.toFixed(0)} ms` : '',
        peer ? ratio(peer, own) : '',
      );
    }
  }
}

async function resume(at, options, row) {
  const half = at.folder();
  await at.inFolder('converge', 'half', half, options.passes, 'work');
  const peer = at.folder();
  if (options.peers) await at.inFolder('langgraph', 'half', peer, options.peerPasses, 'durable');
  const found = await inTurns(options.rounds, {
    bare: at.bare,
    cold: () => coldly('converge', 'work'),
    resume: () => at.timed('converge', 'resume', half, options.passes, 'work'),
    ...(options.peers
      ? {
          peerCold: () => coldly('langgraph', 'durable'),
          peerResume: () => at.timed('langgraph', 'resume', peer, options.peerPasses, 'durable'),
        }
      : {}),
  });
  async function coldly(who, kind) {
    const where = at.folder();
    const took = await at.timed(who, 'cold', where, options.passes, kind);
    at.forget(where);
    return took;
  }
  const of = (name) => median(found[name].map(({ ms }) => ms));
  row(
    'a process from its start to its first step',
    ms(of('cold')),
    `node -e 0: ${ms(of('bare'))}`,
    ratio(of('cold'), of('bare')),
  );
  row(
    `a resume at half of ${options.passes} passes, to its first step`,
    ms(of('resume')),
    `a cold start: ${ms(of('cold'))}`,
    ratio(of('resume'), of('cold')),
  );
  if (!options.peers) return;
  row(
    'a process from its start to its first step',
    ms(of('cold')),
    `LangGraph.js + SQLite: ${ms(of('peerCold'))}`,
    ratio(of('peerCold'), of('cold')),
  );
  row(
    'a resume',
    ms(of('resume')),
    `LangGraph.js + SQLite (at pass ${options.peerPasses / 2}): ${ms(of('peerResume'))}`,
    ratio(of('peerResume'), of('resume')),
  );
}

async function check(at, { rounds }, row) {
  for (const size of [100, 500, 2000]) {
    const { found } = await inTurns(rounds, { found: () => at.measure('checking', '', size) });
    const of = (what) => median(found.map((one) => one[what]));
    const short = (value) => `${value.toFixed(1)} ms`;
    const steps = `a flow of ${found[0].steps} steps`;
    const beside = `JSON.parse and zod: ${short(of('floor'))}`;
    row(`check of ${steps}`, short(of('checked')), beside, ratio(of('checked'), of('floor')));
    row(`an edit in ${steps}, to its findings`, short(of('edited')), beside, ratio(of('edited'), of('floor')));
  }
}

const ENTRIES = 1_000_000;

async function trace(at, { rounds }, row) {
  const where = at.folder();
  const { bytes, entries } = await at.inFolder('tracing', 'make', where, ENTRIES);
  const { plain, look } = await inTurns(rounds, {
    plain: () => at.inFolder('tracing', 'plain', where),
    look: () => at.inFolder('tracing', 'look', where, 7),
  });
  at.forget(where);
  const read = median(plain.map((one) => one.ms));
  const of = (name) => median(look.map((one) => one[name]));
  const short = (value) => `${value.toFixed(1)} ms`;
  const beside = `a plain read: ${ms(read)}`;
  const of20 = (name) => `one of 20: ${short(of(`${name}95`))}`;
  row(
    `a trace of ${entries.toLocaleString('en')} entries, ${Math.round(bytes / 1e6)} MB: its last 500 rows`,
    short(of('first')),
    beside,
    ratio(of('first'), read),
  );
  row('the run as a window opens it: state, end of history', short(of('follow')), beside, ratio(of('follow'), read));
  row('the index of its lines', ms(of('index')), beside, ratio(of('index'), read));
  row('a page of 200 rows, anywhere', short(of('page')), of20('page'), '');
  row('state and history, to the next commit', short(of('step')), of20('step'), '');
  row('state and history, 500 lines back', short(of('drag')), of20('drag'), '');
  row('state and history, anywhere', short(of('leap')), of20('leap'), '');
  row('the longest that nothing else could be done meanwhile', short(of('blocked')), '', '');
  row('memory of the process, at most', `${of('mb')} MB`, `Node itself: ${of('bare')} MB; held: ${of('held')} MB`, '');
}

const ms = (value) => `${value.toFixed(0)} ms`;
const flushes = (rounds) => median(rounds.map((one) => one.flushes / one.steps)).toFixed(3);
const bytes = (rounds, what) => String(Math.round(perStep(rounds, what)));

const inTime = (at, options, row) => timeline(at, options, row, ENTRIES);

export const PARTS = { loop, lessons, fan, resume, check, trace, timeline: inTime, layout, canvas };

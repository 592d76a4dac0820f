import type { Json } from '../../engine/json';

export const LEAVES = ['work', 'verify', 'gate', 'router', 'ask', 'map', 'plan', 'watch'] as const;
export const NESTS = ['fan', 'call', 'until', 'improve', 'group'] as const;
export type BlockKind = (typeof LEAVES)[number] | (typeof NESTS)[number];

/** A part of a made-up flow. `opts` choose among what its kind allows; `inner` are the parts that stand inside of it. */
export interface Block {
  readonly kind: BlockKind;
  readonly opts: readonly number[];
  readonly inner: readonly Block[];
}

type Members = { readonly [key: string]: Json };

export interface Place {
  /** Where it leads. */
  readonly next: string;
  /** The step before it in its sequence, and the head of the span that this begins; for what goes back. */
  readonly before: string | null;
  readonly inUntil: boolean;
  /** Other branches run beside it. */
  readonly beside: boolean;
}

export type Naming = (kind: string) => string;

export interface Made {
  readonly steps: Record<string, Json>;
  readonly loops: Record<string, Json>;
  readonly channels: Record<string, Json>;
}

export type Call = (id: string, inner: readonly Block[]) => boolean;

/** The steps of parts that follow one another; gives the entry. */
export function sequence(blocks: readonly Block[], place: Place, made: Made, names: Naming, call: Call): string | null {
  const entries = blocks.map(({ kind }) => names(kind));
  for (const [index, each] of blocks.entries()) {
    const next = entries[index + 1] ?? place.next;
    // Only what stands behind the head of its span may go back one step.
    const before = index >= 2 || (index >= 1 && !place.inUntil) ? (entries[index - 1] ?? null) : null;
    if (!MAKE[each.kind](entries[index] ?? '', each, { ...place, next, before }, made, names, call)) return null;
  }
  return entries[0] ?? null;
}

type Make = (id: string, block: Block, place: Place, made: Made, names: Naming, call: Call) => boolean;

const opt = ({ opts: chosen }: Block, index: number, most: number): number => (chosen[index] ?? 0) % most;
const pick = <T>(block: Block, index: number, items: readonly T[]): T => items[opt(block, index, items.length)] as T;
const ENDS = ['@stop', '@handoff', '@escalate'] as const;
/** A route that is there in some flows and leads out. */
const out = (block: Block, index: number, name: string): Members =>
  opt(block, index, 4) === 0 ? {} : { [name]: pick(block, index, ENDS) };
const some = (key: string, routes: Members): Members => (Object.keys(routes).length === 0 ? {} : { [key]: routes });

const workStep = (block: Block, next: string, more: Members = {}): Json => ({
  kind: 'work',
  worker: 'w',
  prompt: 'Do it.',
  attempts: 1 + opt(block, 1, 2),
  next,
  ...some('routes', out(block, 2, 'failed')),
  ...more,
});

const called = (block: Block, id: string, made: Made, names: Naming, call: Call): string => {
  const step = names('called');
  const kind = opt(block, 5, 4);
  const sub = `sub_${id}`;
  if (kind === 1) made.steps[step] = { kind: 'verify', commands: [{ run: ['t', step] }] };
  else if (kind === 2 && call(sub, [{ ...block, kind: 'work', inner: [] }]))
    made.steps[step] = { kind: 'call', flow: sub, output: 'state.log' };
  else made.steps[step] = { kind: 'work', worker: 'w', prompt: 'One.', access: 'read' };
  return step;
};

const MAKE: Readonly<Record<BlockKind, Make>> = {
  work: (id, block, { next, beside }, made) => {
    const guard = opt(block, 3, 6);
    made.steps[id] = workStep(block, next, {
      writes: { log: 'output', count: '1' },
      ...(opt(block, 4, 3) === 1 && !beside ? { check: { changedOnDisk: 'claimed' } } : {}),
      ...(guard === 1 ? { cache: { key: `"k" + string(size(state.log) % 2)` } } : {}),
      ...(guard === 2 ? { effect: { key: `"e"`, onIncomplete: pick(block, 5, ['rerun', 'skip', 'error']) } } : {}),
      ...(opt(block, 6, 5) === 1 ? { branches: { side: pick(block, 7, ENDS) } } : {}),
    });
    return true;
  },
  verify: (id, block, { next }, made) => {
    made.steps[id] = { kind: 'verify', commands: [{ run: ['t', id] }], next, ...some('routes', out(block, 1, 'fail')) };
    return true;
  },
  gate: (id, block, { next, before }, made) => {
    const evaluators: readonly Json[] = [
      { worker: 'w' },
      { when: 'size(state.log) % 3 != 1' },
      { commands: [{ run: ['t', id] }] },
    ];
    const evaluator: Json = opt(block, 1, 4) === 3 ? { all: evaluators } : pick(block, 1, evaluators);
    const routes = { revise: before ?? pick(block, 3, ENDS), escalate: '@escalate' };
    made.steps[id] = { kind: 'gate', evaluator, maxAttempts: 1 + opt(block, 2, 3), next, routes };
    return true;
  },
  router: (id, block, { next }, made) => {
    const chooses = opt(block, 1, 2) === 1;
    made.steps[id] = {
      kind: 'router',
      ...(chooses
        ? { worker: 'w', branches: { on: next, off: pick(block, 3, ENDS) } }
        : { cases: [{ when: 'size(state.log) > 4', to: pick(block, 2, ENDS) }] }),
      else: next,
    };
    return true;
  },
  ask: (id, block, { next }, made) => {
    const waits = opt(block, 1, 2) === 1;
    made.steps[id] = {
      kind: 'ask',
      question: 'Go on?',
      choices: ['yes', 'no'],
      ...(waits ? { deadline: '2h', default: 'no' } : {}),
      routes: { yes: next, no: pick(block, 2, ENDS) },
    };
    return true;
  },
  map: (id, block, { next }, made, names, call) => {
    made.steps[id] = {
      kind: 'map',
      over: pick(block, 1, ['[1, 2, 3]', 'state.log', '[]']),
      step: called(block, id, made, names, call),
      maxConcurrency: 1 + opt(block, 2, 3),
      onFailure: pick(block, 3, ['discard', 'collect']),
      writes: { log: 'output' },
      next,
      ...some('routes', out(block, 4, 'failed')),
    };
    return true;
  },
  plan: (id, block, { next }, made, names, call) => {
    const plan = names('plan');
    const channel = `c${plan}`;
    made.channels[channel] = { reducer: 'byKey', fields: { tasks: 'append', results: 'append' } };
    made.steps[id] = workStep(block, plan, { writes: { [`${channel}.tasks`]: 'output' } });
    made.steps[plan] = {
      kind: 'plan',
      channel,
      handlers: { step: called(block, id, made, names, call) },
      maxFanout: 1 + opt(block, 3, 3),
      onIdle: '@stop',
      routes: { complete: next, stalled: pick(block, 4, ENDS) },
    };
    return true;
  },
  watch: (id, block, { next }, made, names) => {
    const respond = names('respond');
    made.steps[id] = {
      kind: 'watch',
      poll: { run: ['poll', id] },
      interval: '10m',
      ...(opt(block, 1, 2) === 1 ? { deadline: '25m' } : {}),
      ...(opt(block, 2, 3) === 1 ? { strict: true } : {}),
      routes: {
        activity: respond,
        terminal: next,
        ...(opt(block, 1, 2) === 1 ? { deadline: pick(block, 3, ENDS) } : {}),
        ...(opt(block, 2, 3) === 1 ? { failed: pick(block, 4, ENDS) } : {}),
      },
    };
    made.steps[respond] = workStep(block, id);
    return true;
  },
  fan: (id, block, place, made, names, call) => {
    const join = names('join');
    const branches = block.inner.map((each) =>
      sequence([each], { next: join, before: null, inUntil: place.inUntil, beside: true }, made, names, call),
    );
    const more = names('work');
    made.steps[more] = workStep(block, join, { writes: { log: 'output' } });
    if (branches.includes(null)) return false;
    made.steps[id] = workStep(block, '', { next: [...branches.filter((each) => each !== null), more] });
    made.steps[join] = { kind: 'join', wait: pick(block, 3, ['all', 'any']), next: place.next };
    return true;
  },
  call: (id, block, { next }, made, _, call) => {
    const sub = `sub_${id}`;
    if (!call(sub, block.inner))
      return MAKE.work(id, block, { next, before: null, inUntil: false, beside: true }, made, _, call);
    made.steps[id] = {
      kind: 'call',
      flow: sub,
      output: 'state.log',
      writes: { log: 'output' },
      next,
      ...some('routes', {
        ...out(block, 1, 'failed'),
        ...out(block, 2, 'stopped'),
        ...out(block, 3, 'handoff'),
        ...out(block, 4, 'escalated'),
      }),
    };
    return true;
  },
  until: (id, block, place, made, names, call) => {
    if (place.inUntil) return MAKE.verify(id, block, place, made, names, call);
    const [verify, judge] = [names('verify'), names('judge')];
    const inside = { next: verify, before: null, inUntil: true, beside: place.beside };
    const first = sequence(block.inner, inside, made, names, call);
    if (first === null) return false;
    made.steps[id] = workStep(block, first, opt(block, 5, 2) === 1 ? { check: { changedOnDisk: 'claimed' } } : {});
    made.steps[verify] = { kind: 'verify', commands: [{ run: ['t', verify] }], next: judge };
    made.steps[judge] = { kind: 'judge', worker: 'w', attempts: 1 + opt(block, 6, 2), next: place.next };
    made.loops[`l${id}`] = {
      type: 'until',
      head: id,
      tail: judge,
      maxPasses: 1 + opt(block, 3, 4),
      ...(opt(block, 4, 4) === 1 ? { spendCap: { usd: 0.06 } } : {}),
      ...(opt(block, 4, 4) === 2 ? { noProgressCeiling: 1 + opt(block, 7, 2) } : {}),
      ...(opt(block, 7, 3) === 1 ? { frozen: ['f0'] } : {}),
      onExhausted: pick(block, 1, ['@stop', '@stop', '@escalate', '@handoff']),
    };
    return true;
  },
  improve: (id, block, place, made, names, call) => {
    const tail = names('score');
    const simple = block.inner.filter(({ kind }) => kind === 'work' || kind === 'verify' || kind === 'map');
    const inside = { next: tail, before: null, inUntil: true, beside: place.beside };
    const first = simple.length === 0 ? tail : sequence(simple, inside, made, names, call);
    if (first === null) return false;
    made.steps[id] = workStep(block, first);
    made.steps[tail] = { kind: 'work', worker: 'w', prompt: 'Score it.', next: place.next };
    made.loops[`l${id}`] = {
      type: 'improve',
      head: id,
      tail,
      patience: 1 + opt(block, 3, 3),
      maxIterations: 1 + opt(block, 4, 4),
      ...(opt(block, 5, 2) === 1 ? { restoreBest: true } : {}),
      onExhausted: '@stop',
    };
    return true;
  },
  group: (id, block, place, made, names) => {
    const [entry, middle, tail, behind] = [names('entry'), names('middle'), names('tail'), names('verify')];
    // What is used up does not complete by itself.
    made.steps[behind] = { kind: 'verify', commands: [{ run: ['t', behind] }], next: place.next };
    made.steps[id] = {
      kind: 'router',
      worker: 'w',
      branches: { go: entry, on: behind, ...(opt(block, 1, 3) === 1 ? { measure: middle } : {}) },
      else: '@stop',
    };
    made.steps[entry] = workStep(block, middle, { writes: { log: 'output' } });
    made.steps[middle] = workStep(block, tail);
    made.steps[tail] = workStep(block, entry);
    made.loops[`l${id}`] = {
      type: 'group',
      from: tail,
      to: entry,
      maxIterations: 1 + opt(block, 3, 3),
      exitTo: id,
      ...(opt(block, 4, 3) === 1 ? { exitWhen: 'size(state.log) > 3' } : {}),
    };
    return true;
  },
};

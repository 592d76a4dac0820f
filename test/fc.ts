import fc from 'fast-check';

// The same cases on every machine, so that a change is judged by what it changes; CONVERGE_SEED=<number> tries others.
fc.configureGlobal({ seed: Number(process.env.CONVERGE_SEED ?? 1) });

export { fc };

import type { SandboxPolicy } from '../../flow/names';
import { bubblewrapArguments } from './bubblewrap';
import type { Confinement } from './confinement';
import type { FoundSandbox } from './found';
import { seatbeltArguments, seatbeltProfile } from './seatbelt';

/** How a program is started in a sandbox. */
export type Around =
  /** What is started in its place, and what its environment has beside its own. */
  | {
      readonly kind: 'in';
      readonly wrapped: (program: readonly string[], cwd: string) => Started;
      /** The process that is started keeps the others: it ends with them, and they with it. */
      readonly keeper: boolean;
    }
  /** A sandbox is required and there is none: it is not started. */
  | { readonly kind: 'refused'; readonly why: string };

interface Started {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** `undefined`: it is started as it is. Fails closed: nothing that requires a sandbox is ever started without one. */
export function around(policy: SandboxPolicy, found: FoundSandbox, confinement: Confinement): Around | undefined {
  if (policy === 'off') return undefined;
  switch (found.is) {
    case 'none':
      return policy === 'preferred'
        ? undefined
        : { kind: 'refused', why: `A sandbox is required, and there is none: ${found.why}.` };
    case 'bubblewrap':
      return {
        kind: 'in',
        keeper: true,
        wrapped: (program, cwd) => ({
          file: found.program,
          args: bubblewrapArguments(confinement, cwd, program),
          env: { TMPDIR: '/tmp', TMP: '/tmp', TEMP: '/tmp' },
        }),
      };
    case 'sandbox-exec':
      return {
        kind: 'in',
        keeper: false,
        wrapped: (program) => ({
          file: found.program,
          args: seatbeltArguments(seatbeltProfile(confinement), program),
          env: {},
        }),
      };
  }
}

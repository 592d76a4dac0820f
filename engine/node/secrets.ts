import { isAllowed } from './environment';

/**
 * Secrets of a person, by name.
 *
 * R1 They reach a runner, and the program, as variables `CONVERGE_SECRET_<NAME>`, and in no other way: they stand in no file,
 *    on no command line, and in nothing that is recorded.
 * R2 A command gets the secrets that the flow names for it, a worker the credential of that name that it needs. Nothing gets
 *    all of them.
 * R3 A secret does not take the place of a variable that every program gets, such as PATH.
 */
export const SECRET_PREFIX = 'CONVERGE_SECRET_';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The secrets in an environment; one that is empty counts as not given. */
export function secretsIn(env: Environment): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(env).flatMap(([key, value]) => {
      const name = key.startsWith(SECRET_PREFIX) ? key.slice(SECRET_PREFIX.length) : '';
      return name === '' || !value || isAllowed(name) ? [] : [[name, value] as const];
    }),
  );
}

/** As variables of a runner's environment. */
export const asVariables = (secrets: ReadonlyMap<string, string>): Record<string, string> =>
  Object.fromEntries([...secrets].map(([name, value]) => [`${SECRET_PREFIX}${name}`, value]));

/** Where workers find their credentials: the environment, in which a secret stands under its own name. */
export const credentialsFrom = (env: Environment): Environment => ({
  ...Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith(SECRET_PREFIX))),
  ...Object.fromEntries(secretsIn(env)),
});

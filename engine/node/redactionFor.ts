import type { Redaction } from './redact';
import { redactionOf } from './redact';
import type { Environment } from './secrets';
import { SECRET_PREFIX, secretsIn } from './secrets';

/** Takes out of texts the secrets of an environment, and the values of variables that are credentials by their names. */
export const redactionFor = (env: Environment): Redaction =>
  redactionOf(new Map([...credentialsIn(env), ...passwordsIn(env), ...secretsIn(env)]));

const CREDENTIAL = /(?:^|_)(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASS|PAT|AUTH|HEADERS)$/i;

function credentialsIn(env: Environment): readonly (readonly [string, string])[] {
  return Object.entries(env).flatMap(([name, value]) =>
    value && CREDENTIAL.test(name) && !name.startsWith(SECRET_PREFIX) ? [[name, value] as const] : [],
  );
}

/** Of addresses of proxies that hold one. */
function passwordsIn(env: Environment): readonly (readonly [string, string])[] {
  return Object.entries(env).flatMap(([name, value]) => {
    const [, password] = (/_proxy$/i.test(name) && /^\w+:\/\/[^/@:]*:([^/@]+)@/.exec(value ?? '')) || [];
    return password === undefined ? [] : [[name, password] as const];
  });
}

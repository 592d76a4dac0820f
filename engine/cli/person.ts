import { userInfo } from 'node:os';

/** Who acts, as it stands in the trace. */
export function person(): string {
  try {
    return userInfo().username;
  } catch {
    return 'somebody at the terminal';
  }
}

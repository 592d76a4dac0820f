import { userInfo } from 'node:os';

/** Who acts, as it stands in traces. */
export function person(): string {
  try {
    return userInfo().username;
  } catch {
    return 'somebody';
  }
}

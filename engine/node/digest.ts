import { createHash } from 'node:crypto';

/** SHA-256 of the UTF-8 text or the bytes, 64 hex characters. */
export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

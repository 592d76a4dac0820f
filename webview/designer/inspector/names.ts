import { ID } from '../../../engine/flow/names';
import { inspectorTexts } from '../inspectorTexts';
import type { Parsed } from './codecs';

/** A new name: well formed, and not that of another. `env`: that of a variable. `any`: only not empty. */
export function parseName(
  text: string,
  before: string | null,
  taken: readonly string[],
  form: 'id' | 'env' | 'any' = 'id',
): Parsed {
  const name = text.trim();
  if (name === '' && form !== 'id') return { ok: false, message: inspectorTexts.noName };
  if (form === 'id' && !ID.test(name)) return { ok: false, message: inspectorTexts.notId };
  if (form === 'env' && !/^[A-Za-z_]\w*$/.test(name)) return { ok: false, message: inspectorTexts.notEnvName };
  if (name !== before && taken.includes(name)) return { ok: false, message: inspectorTexts.taken(name) };
  return { ok: true, value: name };
}

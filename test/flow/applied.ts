import { textEditsFor } from '../../engine/flow/text';
import type { Change } from '../../engine/issue';

/** The text after the changes. */
export const applied = (text: string, changes: readonly Change[]): string =>
  [...textEditsFor(text, changes)].reduceRight(
    (now, { offset, length, content }) => now.slice(0, offset) + content + now.slice(offset + length),
    text,
  );

import { ConvergeError } from '../failure';
import type { TraceSink } from '../ports';

/**
 * A trace that takes only what comes next: an append whose first line has another number than `next` is refused with
 * `trace-changed`, which says both, and changes nothing. So a start cannot be mixed into a trace that has entries, and of two
 * who go on from the same place only the first does.
 *
 * @param next number of the first line that is expected
 */
export function inOrder(sink: TraceSink, next: number): TraceSink {
  let expected = next;
  return {
    append: async (lines) => {
      const [first] = lines;
      if (first === undefined) return;
      const { seq } = JSON.parse(first) as { readonly seq: number };
      if (seq !== expected) {
        const what = `entry ${seq} was to be appended, and entry ${expected} is the next one`;
        const advice =
          seq === 0 ? 'It is of a run already: resume that, or start with a new trace.' : 'Read it again, then resume.';
        throw new ConvergeError('trace-changed', `The trace is not as it was expected: ${what}. ${advice}`);
      }
      expected += lines.length;
      await sink.append(lines);
    },
  };
}

import type { Post } from './httpPost';
import { postForStream } from './httpPost';
import type { Trouble } from './httpTrouble';
import { LONGEST_WAIT_MS, streamTrouble, troubleOf } from './httpTrouble';
import type { AnswerReader, ModelAnswer } from './modelAnswer';
import { decodeSse } from './sse';
import type { TurnWatch } from './turnWatch';

export interface Asking extends Pick<Post, 'url' | 'headers' | 'body'> {
  readonly reader: () => AnswerReader;
  /** Takes what must not be kept out of a text. */
  readonly redact: (text: string) => string;
  /** What came, for the log: an answer put together, the last records of one that broke off, or what came instead. */
  readonly onCame: (came: object) => void;
  /** It is tried again: why, in how many milliseconds, for the how-manieth time. */
  readonly onRetry: (why: string, ms: number, count: number) => void;
}

/** How often one request is tried again. */
const MOST_RETRIES = 4;

/**
 * One answer of the service. Trouble that may pass is waited out, at most `MOST_RETRIES` times and never beyond the turn's
 * own time; an answer that had begun is never asked for again, since what it cost is not known.
 */
export async function askModel(asking: Asking, watch: TurnWatch): Promise<ModelAnswer | Trouble> {
  for (let count = 1; ; count++) {
    const got = await askOnce(asking, watch);
    const trouble = 'text' in got ? (got.passing === true ? streamTrouble(got) : null) : got;
    if (trouble === null || watch.ended() !== null) return got;
    const again = trouble.again;
    if (again === undefined) return got;
    const wait = Math.max(again.afterMs ?? 0, again.afterMs === undefined ? FIRST_WAIT_MS * 2 ** (count - 1) : 0);
    if (count > MOST_RETRIES) return given(trouble, `, also after ${MOST_RETRIES} more tries`);
    if (wait > LONGEST_WAIT_MS || wait >= watch.leftMs()) {
      return given(
        trouble,
        `; it wants to be asked again in ${Math.ceil(wait / 1000)} s, which is too late for this turn`,
      );
    }
    asking.onRetry(trouble.why, wait, count);
    await watch.pause(wait);
    if (watch.ended() !== null) return got;
  }
}

const FIRST_WAIT_MS = 500;
const KEPT_RECORDS = 20;
const KEPT_CHARS = 4000;

const given = (trouble: Trouble, more: string): Trouble => ({ ...trouble, why: trouble.why + more });

async function askOnce(asking: Asking, watch: TurnWatch): Promise<ModelAnswer | Trouble> {
  const reader = asking.reader();
  const last: string[] = [];
  const read = (broken?: string): ModelAnswer => {
    decoder.end();
    const answer = reader.end(broken);
    asking.onCame(answer.end === 'whole' ? { answer } : { answer, last });
    return answer;
  };
  const decoder = decodeSse((event) => {
    const data = asking.redact(event.data);
    last.push(data.slice(0, KEPT_CHARS));
    if (last.length > KEPT_RECORDS) last.shift();
    reader.event({ ...event, data });
  });
  const posted = await postForStream(
    {
      ...asking,
      onBytes: (bytes) => {
        decoder.add(bytes);
        return reader.open();
      },
    },
    watch,
  );
  switch (posted.end) {
    case 'streamed':
      return read();
    case 'broken':
      return read(posted.why);
    case 'status':
      asking.onCame({ status: posted.status, text: posted.text.slice(0, KEPT_CHARS) });
      return redacted(troubleOf(posted, asking.url), asking);
    case 'unreached':
    case 'unanswered':
      return redacted(troubleOf(posted, new URL(asking.url).origin), asking);
  }
}

const redacted = (trouble: Trouble, { redact }: Asking): Trouble => ({ ...trouble, why: redact(trouble.why) });

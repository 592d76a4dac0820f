/**
 * Asks again and again, every 25 ms, until the answer is truthy, and returns it.
 * @param what names the thing waited for in the error
 * @param ms when to give up; then throws with the last answer, or with the last error as cause
 */
export async function until<T>(what: string, ask: () => T | Promise<T>, ms = 60_000): Promise<NonNullable<T>> {
  const deadline = Date.now() + ms;
  for (;;) {
    let answer: T | undefined;
    let cause: unknown;
    try {
      answer = await ask();
    } catch (error) {
      cause = error;
    }
    if (answer) return answer;
    if (Date.now() >= deadline) {
      throw new Error(`gave up after ${ms} ms waiting for ${what} (last answer: ${JSON.stringify(answer)})`, { cause });
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

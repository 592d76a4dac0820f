import axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';

export interface Finding {
  readonly rule: string;
  /** Where, and what is wrong there. */
  readonly where: string;
}

interface Wanted {
  /** The rules alone; else all that axe knows to look for. */
  readonly rules?: readonly string[];
  /** A part of the page; else all of it. */
  readonly within?: string;
}

/** What axe finds in a page or a frame. It comes in from outside, so that no content policy needs to let it in. */
export async function findings(page: Page | Frame, { rules, within }: Wanted = {}): Promise<readonly Finding[]> {
  if (!(await page.evaluate('typeof axe === "object"'))) await page.evaluate(axe.source);
  return page.evaluate(look, { rules: rules ? [...rules] : null, within: within ?? null });
}

/** Runs in the page. */
async function look({ rules, within }: { rules: string[] | null; within: string | null }): Promise<Finding[]> {
  const { axe: inPage } = window as Window & { axe?: typeof axe };
  if (!inPage) throw new Error('axe is not in the page');
  const result = await inPage.run(within ?? document, {
    resultTypes: ['violations'],
    ...(rules === null ? {} : { runOnly: { type: 'rule', values: rules } }),
  });
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => ({
      rule: id,
      where: `${node.target.join(' ')}: ${(node.failureSummary ?? '').split('\n').slice(1).join(';').trim()} ${node.html.slice(0, 120)}`,
    })),
  );
}

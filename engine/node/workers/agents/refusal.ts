/** Whether a service that answers with this HTTP status refuses: login, payment, permission, or too much asked for. */
export const isRefusal = (status: number): boolean => [401, 402, 403, 429].includes(status);

/** How a turn that its service answered with an error status came out. */
export function statusFlaw(
  status: number,
  words = '',
): { readonly status: 'failed' | 'refused'; readonly why: string } {
  const said = words === '' ? '' : `: ${words.slice(0, 300)}`;
  return isRefusal(status)
    ? { status: 'refused', why: `the service refused it with status ${status}${said}` }
    : { status: 'failed', why: `the service answered with status ${status}${said}` };
}

import type { ExpressionEnv } from '../../flow/expression';
import { evaluate } from '../../flow/expression';

/** What a log point says: its text with the values of the expressions in braces; why one has none is said in its place. */
export function logText(text: string, env: ExpressionEnv): string {
  let said = '';
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('{', at);
    const close = open < 0 ? -1 : closing(text, open);
    // A brace that is not closed is a brace.
    if (close < 0) break;
    said += text.slice(at, open) + shown(text.slice(open + 1, close), env);
    at = close + 1;
  }
  return (said + text.slice(at)).slice(0, MOST);
}

const MOST = 10_000;

function shown(expression: string, env: ExpressionEnv): string {
  const value = evaluate(expression, env);
  if (!value.ok) return `<${value.why}>`;
  return typeof value.value === 'string' ? value.value : JSON.stringify(value.value);
}

/** The brace that closes the one at `open`; braces inside come in pairs, those in texts do not count. */
function closing(text: string, open: number): number {
  let depth = 0;
  let quote = '';
  for (let at = open; at < text.length; at++) {
    const sign = text.charAt(at);
    if (quote !== '') {
      if (sign === '\\') at++;
      else if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '{') depth++;
    else if (sign === '}') {
      depth--;
      if (depth === 0) return at;
    }
  }
  return -1;
}

import type { Turn } from '../../../ports';

/** What of a flow's worker shapes its command line. */
export interface ClaudeShape {
  readonly model?: string | undefined;
  /** Tools allowed beyond those for reading and editing, such as `Bash(npm test:*)`. Only where it may write. */
  readonly allowedTools?: readonly string[] | undefined;
  readonly maxTurns?: number | undefined;
  readonly maxUsd?: number | undefined;
}

/**
 * The arguments of one turn. The prompt is not among them: it goes through standard input, since an argument has a limit
 * of the system's and `--allowedTools` would swallow it.
 *
 * A repository's own hooks, permissions and servers are left out (`--setting-sources user`, `--strict-mcp-config`); each
 * turn is a fresh one, since the totals of a resumed one start from what was saved.
 */
export function claudeArguments(shape: ClaudeShape, turn: Pick<Turn, 'access' | 'limits' | 'outputSchema'>): string[] {
  const { access, limits, outputSchema } = turn;
  const maxTurns = least(shape.maxTurns, limits.maxTurns);
  const maxUsd = least(shape.maxUsd, limits.maxUsd);
  const write = access === 'write';
  const tools = [
    ...READING,
    ...(write ? [...EDITING, ...(shape.allowedTools ?? [])] : []),
    ...(outputSchema === undefined ? [] : ['StructuredOutput']),
  ];
  return [
    ...['-p', '--output-format', 'stream-json', '--verbose'],
    ...['--setting-sources', 'user', '--strict-mcp-config', '--no-session-persistence'],
    ...['--permission-mode', write ? 'acceptEdits' : 'dontAsk'],
    ...['--allowedTools', tools.join(',')],
    ...(write ? [] : ['--disallowedTools', CHANGING.join(',')]),
    ...(shape.model === undefined ? [] : ['--model', shape.model]),
    ...(maxTurns === undefined ? [] : ['--max-turns', String(maxTurns)]),
    ...(maxUsd === undefined ? [] : ['--max-budget-usd', plainNumber(maxUsd)]),
    ...(outputSchema === undefined ? [] : ['--json-schema', JSON.stringify(outputSchema)]),
  ];
}

const READING = ['Read', 'Grep', 'Glob'];
const EDITING = ['Edit', 'MultiEdit', 'Write', 'NotebookEdit'];
const CHANGING = [...EDITING, 'Bash'];

function least(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Math.min(one, other);
}

/** Never with an exponent, and never a limit of zero where a little is left. */
const plainNumber = (usd: number): string => String(Math.max(0.0001, Math.floor(usd * 10_000) / 10_000));

import { fenced, quoted } from './quoted';
import type { Reported } from './reported';

/** How somebody else starts the same and looks at this one. Values of inputs are not told: they may be secret. */
export function reproduceLines({ flow, result, state, history }: Reported): readonly string[] {
  const goal = state.head !== null && flow !== null && state.head.goal !== (flow.goal ?? '') ? state.head.goal : null;
  const command = [
    'converge run',
    shell(result.flow.path),
    `--mode ${shell(history.mode)}`,
    ...(goal === null ? [] : [`--goal ${shell(goal)}`]),
    ...Object.keys(state.inputs).map((name) => `--input ${shell(name)}=…`),
  ];
  return [
    '## How to reproduce',
    '',
    fenced(`${command.join(' ')}\nconverge show ${shell(result.run)}`, 'sh'),
    '',
    `The flow had the hash ${quoted(result.flow.hash)}. A worker may do something else each time; checks do not.`,
  ];
}

/** One word for a shell, on one line. */
function shell(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return /^[\w./:-]+$/.test(line) && !line.startsWith('-') ? line : `'${line.replaceAll("'", "'\\''")}'`;
}

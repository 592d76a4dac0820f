import type { Issue } from '../../issue';
import type { Json, JsonPath } from '../../json';
import { at } from '../../json';
import type { FlowView } from './rule';
import { error, listAt, warning } from './rule';
import { alwaysSucceeds, hidingIn, shellTextIn } from './shell';

/** SH-11: a command of a verification or of a check can fail, and nothing in it hides that it did. */
export function commandRules({ graph, flow }: FlowView): readonly Issue[] {
  return graph.steps.flatMap((step) => {
    const check = at(flow, [...step.path, 'check', 'command']);
    const own = check === undefined ? [] : commandRule(check, [...step.path, 'check', 'command']);
    if (step.kind !== 'verify') return own;
    const path = [...step.path, 'commands'];
    const commands = listAt(flow, path);
    if (commands.length > 0) return commands.flatMap((command, index) => commandRule(command, [...path, index]));
    const message = `The verification "${step.id}" runs no command, so it proves nothing. Add one, such as { "run": ["npm", "test"], "expect": "tests" }.`;
    return [error('no-commands', path, message)];
  });
}

function commandRule(command: Json, path: JsonPath): readonly Issue[] {
  const run = at(command, ['run']);
  const shell = at(command, ['shell']);
  if (typeof shell === 'string') return shellRule(shell, [...path, 'shell']);
  if (!Array.isArray(run)) return [];
  const words = run.filter((word: Json) => typeof word === 'string');
  const inner = shellTextIn(words);
  if (inner !== undefined) return shellRule(inner, [...path, 'run']);
  const odd = words.findIndex((word) => /^(?:\|\|?|&&?|;|\d?>{1,2}(?:&\d)?|<)$/.test(word));
  if (odd >= 0) {
    const message = `"${words[odd]}" is only a word here: no shell reads this list. Make two commands of it, or use "shell".`;
    return [warning('shell-word', [...path, 'run', odd], message)];
  }
  return alwaysSucceeds(words.join(' ')) ? [cannotFail([...path, 'run'])] : [];
}

function shellRule(text: string, path: JsonPath): readonly Issue[] {
  const hiding = hidingIn(text);
  if (hiding !== null) {
    const message = `This command holds ${hiding}, which can hide that a part of it failed. Write each part as a command of its own, as a list: { "run": ["program", "argument"] }.`;
    return [error('command-hides-failure', path, message)];
  }
  return alwaysSucceeds(text) ? [cannotFail(path)] : [];
}

const cannotFail = (path: JsonPath): Issue =>
  error(
    'command-cannot-fail',
    path,
    'This command always succeeds, so it proves nothing. Run what would fail while the goal is not met.',
  );

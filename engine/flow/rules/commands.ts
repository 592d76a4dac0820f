import type { Fix, Issue } from '../../issue';
import type { Json, JsonPath } from '../../json';
import { at } from '../../json';
import type { GraphStep } from '../graph';
import { evidenceRule } from './evidence';
import { setTo } from './fixes';
import type { FlowView } from './rule';
import { error, listAt, warning } from './rule';
import { alwaysSucceeds, hidingIn, shellTextIn } from './shell';
import { unhidden } from './shellFixes';

/** SH-11: a command that the engine goes by can fail, and nothing in it hides that it did. */
export function commandRules(view: FlowView): readonly Issue[] {
  return view.graph.steps.flatMap((step) => [
    ...commandPaths(view, step).flatMap((path) => commandRule(at(view.flow, path) ?? null, path)),
    ...commandPaths(view, step).flatMap((path) => evidenceRule(view, step, path)),
    ...(step.kind === 'verify' && listAt(view.flow, [...step.path, 'commands']).length === 0 ? [noCommands(step)] : []),
  ]);
}

function commandPaths({ flow, written }: FlowView, { id, kind, path }: GraphStep): readonly JsonPath[] {
  const list = (here: JsonPath) => listAt(flow, here).map((_, index) => [...here, index]);
  switch (kind) {
    case 'verify':
      return list([...path, 'commands']);
    case 'gate': {
      const evaluator = [...path, 'evaluator'];
      return [evaluator, ...list([...evaluator, 'all'])].flatMap((one) => list([...one, 'commands']));
    }
    case 'watch':
      return [[...path, 'poll']];
    default: {
      if (written(id).check === undefined) return [];
      const check = [...path, 'check', 'command'];
      return at(flow, check) === undefined ? [] : [check];
    }
  }
}

function noCommands({ id, path }: GraphStep): Issue {
  const message = `The verification "${id}" runs no command, so it proves nothing. Add one, such as { "run": ["npm", "test"], "expect": "tests" }.`;
  const first = [{ run: ['npm', 'test'], expect: 'tests' }];
  return error('no-commands', [...path, 'commands'], message, setTo('Run "npm test"', [...path, 'commands'], first));
}

function commandRule(command: Json, path: JsonPath): readonly Issue[] {
  const run = at(command, ['run']);
  const shell = at(command, ['shell']);
  if (typeof shell === 'string') return shellRule(command, shell, [...path, 'shell']);
  if (!Array.isArray(run)) return [];
  const words = run.filter((word: Json) => typeof word === 'string');
  const inner = shellTextIn(words);
  if (inner !== undefined) return shellRule(command, inner, [...path, 'run']);
  const odd = words.findIndex((word) => /^(?:\|\|?|&&?|;|\d?>{1,2}(?:&\d)?|<)$/.test(word));
  if (odd >= 0) {
    const message = `"${words[odd]}" is only a word here: no shell reads this list. Make two commands of it, or use "shell".`;
    return [warning('shell-word', [...path, 'run', odd], message, asShellText(command, words, path))];
  }
  return alwaysSucceeds(words.join(' ')) ? [cannotFail([...path, 'run'])] : [];
}

/** The list as a text for the shell, where that hides nothing and leaves no word to be quoted. */
function asShellText(command: Json, words: readonly string[], path: JsonPath): Fix | undefined {
  const shell = words.join(' ');
  const plain = words.every((word) => word !== '' && !/[\s"'`$\\*?#~!()[\]{}]/.test(word));
  if (!plain || hidingIn(shell) !== null || alwaysSucceeds(shell) || at(command, ['shell']) !== undefined)
    return undefined;
  return { title: 'Use a shell', changes: [{ path: [...path, 'run'] }, { path: [...path, 'shell'], value: shell }] };
}

function shellRule(command: Json, text: string, path: JsonPath): readonly Issue[] {
  const hiding = hidingIn(text);
  if (hiding !== null) {
    const message = `This command holds ${hiding}, which can hide that a part of it failed. Write each part as a command of its own, as a list: { "run": ["program", "argument"] }.`;
    return [error('command-hides-failure', path, message, unhidden(command, text, path))];
  }
  return alwaysSucceeds(text) ? [cannotFail(path)] : [];
}

const cannotFail = (path: JsonPath): Issue =>
  error(
    'command-cannot-fail',
    path,
    'This command always succeeds, so it proves nothing. Run what would fail while what it looks for is not there.',
  );

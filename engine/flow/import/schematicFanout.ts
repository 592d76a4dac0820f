import { compileExpression } from '../expression';
import { membersIn, textIn } from '../graph/tolerant';
import { checkOf } from './acceptance';
import type { Leftovers } from './leftovers';
import { given, idFor, wholeIn } from './reading';
import type { Item, Steps } from './schematicParts';
import { dropRoutes, promptOf, titleOf, workerOf } from './schematicParts';

/** A map over the branches, and the step that it calls for each. `taken` has the ids of all steps. */
export function fanout(item: Item, left: Leftovers, taken: ReadonlySet<string>): Steps {
  const { value, path, routes } = item;
  const branches = JSON.stringify(membersIn(value, ['fanout']).branches ?? null);
  const isList = branches.startsWith('[') && compileExpression(branches).ok;
  if (!isList) left.add([...path, 'fanout'], 'Its branches are not a list in the file: put one in "over".');
  const most = wholeIn(value, ['fanout', 'concurrency'], 1, 64);
  if (most === undefined) left.key([...path, 'fanout'], 'concurrency', 'It is no whole number from 1 to 64.');
  const join = textIn(value, ['fanout', 'join']);
  if (join !== '' && join !== 'aggregate-survivors')
    left.add(
      [...path, 'fanout', 'join'],
      `"${join}" has no counterpart: the results stand side by side in the output.`,
    );
  left.unknown([...path, 'fanout'], ['branches', 'concurrency', 'join']);
  dropRoutes(item, left, 'A map leads on, or to "failed".', false);
  const called = idFor(`${item.id}-branch`, taken);
  const one = given({
    kind: 'work',
    worker: workerOf(item, left, 'implementer'),
    prompt: `${promptOf(item)}\n\nDo this for the one item that you are given.`,
    reads: ['item', ...item.reads],
    check: checkOf(value, path, left),
  });
  const each = given({
    kind: 'map',
    title: titleOf(item),
    over: isList ? branches : '[]',
    step: called,
    maxConcurrency: most,
    onFailure: join === 'aggregate-survivors' ? 'collect' : undefined,
    next: routes.next ?? '@stop',
    routes: routes.failed === undefined ? undefined : { failed: routes.failed },
  });
  return [
    [item.id, each],
    [called, one],
  ];
}

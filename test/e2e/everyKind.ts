import { until } from '../until';
import type { DesignerPage } from './designerPage';

/**
 * Draws, by mouse and keyboard alone and on the start page of an empty flow, one that has every kind of step and every type
 * of loop, and that can be run: one program answers for all workers, the called flow is "plain".
 */
export async function drawEveryKind(designer: DesignerPage, press: (keys: string) => Promise<void>): Promise<void> {
  /** A step behind the one that is selected, by key: A, its kind, Enter. It is selected then, and gets its id. */
  const byKey = async (from: string, kind: string, id: string) => {
    await designer.step(from).press('a');
    await added(kind, id, () => designer.pick(kind));
  };
  /** The same by mouse: a click in the palette. */
  const byMouse = async (kind: string, id: string) => {
    await added(kind, id, () => designer.view.locator(`.palette [data-kind="${kind.toLowerCase()}"]`).click());
  };
  const added = async (kind: string, id: string, add: () => Promise<void>) => {
    const there = await designer.selected();
    await add();
    await designer.said(`${kind} step added.`).waitFor();
    // It is said when it is asked for: what was selected until then stays so until the text has the new step.
    const [own] = await until('the new step', async () => {
      const now = await designer.selected();
      const other = now.length === 1 && now[0] !== there[0];
      return other && (await designer.field('Id').inputValue()) === now[0] ? now : null;
    });
    if (own !== id) await designer.type('Id', id);
    await designer.step(id).waitFor();
  };
  const chosen = (label: string, value: string) =>
    until(`${value} as ${label}`, async () => (await designer.field(label).inputValue()) === value);

  /** Puts a loop around what is selected, by key. */
  const wrap = async (step: string, loop: string, id: string) => {
    await designer.step(step).press('l');
    // Where an until loop alone fits nothing is asked.
    if (loop !== 'Until loop') await designer.pick(loop);
    await designer.said(`${loop} from`).waitFor();
    await until('the loop', async () => (await designer.field('Id').inputValue()) === 'loop');
    await designer.type('Id', id);
    await designer.loop(id).waitFor();
  };

  await added('Watch', 'watch', () => designer.view.locator('.start .kind-watch').click());
  await designer.type('Program and arguments', POLL);
  await designer.choose('When it has ended', '@stop');

  // One worker for all of them: steps that are added from now on name it.
  await designer.step('watch').press('Escape');
  await designer.view.locator('.inspector vscode-button', { hasText: 'Add a worker' }).click();
  await designer.type('Name', 'agent');
  await designer.view.locator('.inspector legend', { hasText: 'agent' }).waitFor();
  await designer.type('Uses', 'command');
  await designer.type('Program and arguments', AGENT);

  await designer.select('watch');
  await byKey('watch', 'Router', 'router');
  await designer.type('When', 'steps.watch.visits > 5');
  await chosen('Else', '@complete');
  await byMouse('Map', 'map');
  await designer.type('For each of', '[1, 2]');

  // Two branches, and the join that waits for both.
  await byKey('map', 'Work', 'left');
  await designer.type('Prompt', 'Write the tasks.');
  await designer.unfold('Output');
  await designer.choose('Writes', 'map');
  await designer.view.getByRole('textbox', { name: 'Name of Written values' }).fill('plan.tasks');
  await press('Enter');
  await designer.view.locator('.inspector [data-entry="plan.tasks"]').waitFor();
  await designer.type('Value', 'output.tasks');
  await byKey('left', 'Join', 'join');
  await designer.step('join').press('Escape');
  await byMouse('Work', 'right');
  await designer.choose('Next', 'join');
  await designer.find('map');
  await designer.choose('and also to', 'right');
  await designer.field('and also to', 1).waitFor();

  await designer.find('join');
  await byMouse('Plan', 'plan');
  await chosen('Channel of the tasks', 'plan');
  await byMouse('Call', 'call');
  await designer.type('Flow', 'plain');
  await byKey('call', 'Gate', 'gate');
  await designer.choose('Given by', 'when');
  await designer.type('When', 'steps.call.visits > 0');

  // A group of two that hands over to a person, who is silent.
  await byKey('gate', 'Work', 'revise');
  await byKey('revise', 'Work', 'assess');
  await byMouse('Ask', 'ask');
  await designer.type('Deadline', '1s');
  await designer.choose('Choice at the deadline', 'continue');
  await designer.find('assess');
  await designer.add('revise');
  await wrap('assess', 'Group', 'refine');
  await designer.type('Iterations in a batch', '2');
  await chosen('Hands over to', 'ask');

  // A draft whose score is good enough at once.
  await designer.find('ask');
  await byKey('ask', 'Work', 'draft');
  await byKey('draft', 'Work', 'act');
  await designer.find('draft');
  await wrap('draft', 'Improve loop', 'polish');
  await designer.find('act');
  await byMouse('Verify', 'verify');
  await designer.type('Program and arguments', 'node\n--version');
  await designer.choose('Expect', '');
  await byKey('verify', 'Judge', 'judge');
  await designer.tool('Fit the flow into the view').click();
  for (const id of ['verify', 'act']) await designer.add(id);
  await wrap('act', 'Until loop', 'fix');
}

/** Answers whatever it is asked: a task, a score, a goal that is met. */
const AGENT = [
  'node',
  '-e',
  "console.log(JSON.stringify({ text: 'Done.', structured: { goalMet: true, lesson: 'None.', score: 100, tasks: [{ id: 'one', kind: 'task', prerequisites: [], input: 'Do it.' }] } }))",
].join('\n');
const POLL = ['node', '-e', "console.log(JSON.stringify({ outcome: 'activity', payload: [1, 2] }))"].join('\n');

import * as vscode from 'vscode';
import type { Writer } from '../../engine/run/attribution/recordings';
import { isItem } from '../../engine/trace/scope';
import { COMMANDS } from '../ids';
import type { RowTarget } from '../rows/row';
import type { RunView } from '../rows/runView';
import { brief, writerText } from './placeText';
import { plainMarkdown } from './plainMarkdown';

/**
 * What is known of the step that wrote a line: what it claimed, what its check and its pass came to, and the way to both.
 *
 * R1 Nothing that a run, a worker or a repository says is read as Markdown, HTML or a link: it is text.
 * R2 Links lead to commands of our own alone, with targets that were made here.
 */
export function writerHover(run: RunView, writer: Writer): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text.supportHtml = false;
  text.isTrusted = { enabledCommands: [COMMANDS.openRow] };
  const flow = run.state.head?.flow.id ?? run.id;
  text.appendMarkdown(`**${plainMarkdown(writerText(writer))}** · ${plainMarkdown(flow)}`);
  for (const line of saidOf(writer)) text.appendMarkdown(`\n\n${plainMarkdown(line)}`);
  const links = linksOf(run, writer).map(({ title, target }) => `[${plainMarkdown(title)}](${addressOf(target)})`);
  return text.appendMarkdown(`\n\n${links.join(' · ')}`);
}

/** Sentences, each a paragraph. */
function saidOf({ stretch, run }: Writer): readonly string[] {
  const { result } = run;
  const last = run.attempts.at(-1);
  const claim = (result?.kind === 'work' ? result.claim : undefined) ?? last?.text ?? '';
  const failing = (last?.terms ?? []).filter(({ ok }) => !ok);
  const weighed = stretch.weighed;
  const against = (weighed?.terms ?? []).filter(({ ok }) => !ok).map(({ reason }) => reason);
  return [
    ...(claim === '' ? [] : [vscode.l10n.t('Claimed: {0}', brief(claim))]),
    ...failing.map(({ term, reason }) => vscode.l10n.t('Check {0}: not confirmed: {1}', term, brief(reason))),
    ...(last && last.terms.length > 0 && failing.length === 0 ? [vscode.l10n.t('Its check held.')] : []),
    ...(last?.failed ? [vscode.l10n.t('Failed: {0}', brief(last.failed))] : []),
    ...stretch.latches.flatMap((event) =>
      event.type === 'latch.opened' && event.latch.step === run.step
        ? [vscode.l10n.t('Latch opened: {0}', brief(event.latch.reason))]
        : [],
    ),
    ...(weighed === null
      ? []
      : weighed.confirmed
        ? [vscode.l10n.t('The pass was confirmed.')]
        : [vscode.l10n.t('The pass was not confirmed: {0}', brief(against.join('; ')))]),
  ];
}

interface Link {
  readonly title: string;
  readonly target: RowTarget;
}

function linksOf({ folder, id, state }: RunView, { within, stretch, run }: Writer): readonly Link[] {
  const log = run.attempts.flatMap((attempt) => attempt.log ?? []).at(-1) ?? null;
  const title = `${state.head?.flow.id ?? id}: `;
  const changes = (name: string, from: string | null, to: string | null): readonly Link[] =>
    from === null || to === null || from === to
      ? []
      : [{ title: name, target: { open: 'changes', folder, title: title + name, from, to } }];
  const step = within === '' ? run.step : (/^(.+?)\.\d+/.exec(within)?.[1] ?? run.step);
  return [
    ...(stretch.pass > 0 && !isItem(within)
      ? changes(vscode.l10n.t('Changes of pass {0}', stretch.pass), stretch.from, stretch.to)
      : []),
    ...changes(vscode.l10n.t('Changes of this step'), run.from, run.to),
    ...(log === null ? [] : [{ title: vscode.l10n.t('Log'), target: { open: 'log', folder, path: log } as const }]),
    { title: vscode.l10n.t('Step in the flow'), target: { open: 'step', folder, step } },
  ];
}

/** Parentheses would end a link of Markdown. */
const addressOf = (target: RowTarget): string =>
  `command:${COMMANDS.openRow}?${encodeURIComponent(JSON.stringify([target])).replace(
    /[()'!*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  )}`;

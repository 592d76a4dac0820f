import * as vscode from 'vscode';
import type { JsonObject } from '../../engine/json';
import type { Saying, Talk } from '../../engine/node/workers/models/modelAnswer';
import type { Serve, Served } from '../../engine/runner/serving';
import { nothingServed } from '../../engine/runner/serving';

/** What this needs of VS Code's language models; tests bring their own. */
export interface Models {
  readonly select: (selector: vscode.LanguageModelChatSelector) => Thenable<readonly vscode.LanguageModelChat[]>;
  /** Undefined: the person was not asked yet. */
  readonly mayAsk: (model: vscode.LanguageModelChat) => boolean | undefined;
}

/**
 * Asks a language model of VS Code for a run.
 *
 * R1 A request is made where the person allowed it before; else the run is told so and waits, and a request that was made after
 *    they said "again" lets VS Code ask them.
 * R2 Errors of quota, permission and filters are refusals; whatever else goes wrong is a failure. Nothing is tried again.
 * R3 Usage is what a data part of mime `usage` says.
 * R4 What was stopped before it was asked is not asked.
 */
export async function serveModel(
  request: Serve,
  signal: AbortSignal,
  progress: () => void,
  models: Models,
): Promise<Served> {
  const model = await chosen(request.model, models);
  if (model === undefined) {
    const why = vscode.l10n.t(
      'VS Code has no language model "{0}". Install or sign in to what provides it.',
      request.model,
    );
    return nothingServed('refused', why);
  }
  const allowed = models.mayAsk(model);
  if (allowed === false || (request.ask === 'ready' && allowed === undefined)) {
    const why = vscode.l10n.t(
      'You have not allowed Converge to ask "{0}" yet. Answer "again" and allow it.',
      model.name,
    );
    return nothingServed('refused', why);
  }
  if (request.ask === 'ready') return { end: 'whole', text: '', calls: [], usage: null };
  if (signal.aborted)
    return nothingServed('failed', vscode.l10n.t('It was stopped before the language model was asked.'));
  const cancel = new vscode.CancellationTokenSource();
  signal.addEventListener('abort', () => cancel.cancel());
  try {
    return await answerOf(model, request.talk, cancel.token, progress);
  } catch (thrown) {
    return failure(thrown);
  } finally {
    cancel.dispose();
  }
}

/** By id, by `vendor/family`, or by family. */
async function chosen(name: string, { select }: Models): Promise<vscode.LanguageModelChat | undefined> {
  const [vendor = '', ...family] = name.split('/');
  const selectors = [
    { id: name },
    ...(family.length > 0 ? [{ vendor, family: family.join('/') }] : []),
    { family: name },
  ];
  for (const selector of selectors) {
    const [first] = await select(selector);
    if (first !== undefined) return first;
  }
  return undefined;
}

async function answerOf(
  model: vscode.LanguageModelChat,
  talk: Talk,
  token: vscode.CancellationToken,
  progress: () => void,
): Promise<Served> {
  const options: vscode.LanguageModelChatRequestOptions = {
    justification: vscode.l10n.t('A step of a Converge run is done by this model.'),
    tools: talk.tools.map(({ name, description, input }) => ({ name, description, inputSchema: input })),
  };
  const response = await model.sendRequest(messagesOf(talk), options, token);
  let text = '';
  const calls: Served['calls'][number][] = [];
  let usage: Served['usage'] = null;
  for await (const part of response.stream) {
    progress();
    if (part instanceof vscode.LanguageModelTextPart) text += part.value;
    else if (part instanceof vscode.LanguageModelToolCallPart)
      calls.push({ id: part.callId, name: part.name, input: plain(part.input) });
    else usage = usageIn(part) ?? usage;
  }
  return { end: 'whole', text, calls, usage };
}

/** There is no message of the system: what it would say stands first. */
function messagesOf({ system, said }: Talk): vscode.LanguageModelChatMessage[] {
  return [vscode.LanguageModelChatMessage.User(system), ...said.map(messageOf)];
}

function messageOf(saying: Saying): vscode.LanguageModelChatMessage {
  switch (saying.by) {
    case 'person':
      return vscode.LanguageModelChatMessage.User(saying.text);
    case 'model':
      return vscode.LanguageModelChatMessage.Assistant([
        ...(saying.text === '' ? [] : [new vscode.LanguageModelTextPart(saying.text)]),
        ...saying.calls.map(({ id, name, input = {} }) => new vscode.LanguageModelToolCallPart(id, name, input)),
      ]);
    case 'tools':
      return vscode.LanguageModelChatMessage.User(
        saying.results.map(
          ({ id, text }) => new vscode.LanguageModelToolResultPart(id, [new vscode.LanguageModelTextPart(text)]),
        ),
      );
  }
}

const plain = (input: object): JsonObject => JSON.parse(JSON.stringify(input));

/** A data part is younger than the oldest VS Code that we run in: it is known by its shape. */
function usageIn(part: unknown): Served['usage'] {
  const { mimeType, data }: { mimeType?: unknown; data?: unknown } = Object(part);
  if (mimeType !== 'usage' || !(data instanceof Uint8Array)) return null;
  try {
    const said: Record<string, unknown> = Object(JSON.parse(new TextDecoder().decode(data)));
    const details: Record<string, unknown> = Object(said.prompt_tokens_details);
    const into = countIn(said.prompt_tokens);
    const out = countIn(said.completion_tokens);
    if (into === null || out === null) return null;
    const cachedIn = Math.min(countIn(details.cached_tokens) ?? 0, into);
    return { in: into - cachedIn, cachedIn, out };
  } catch {
    return null;
  }
}

const countIn = (value: unknown): number | null =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null;

const REFUSALS: ReadonlySet<string> = new Set([
  'NoPermissions',
  'Blocked',
  'NotFound',
  'ChatQuotaExceeded',
  'ChatRateLimited',
]);

function failure(thrown: unknown): Served {
  const { code, name, message }: { code?: unknown; name?: unknown; message?: unknown } = Object(thrown);
  const known = [code, name].find((each) => typeof each === 'string' && REFUSALS.has(each));
  const why = typeof message === 'string' && message !== '' ? message : vscode.l10n.t('the language model failed');
  return nothingServed(known === undefined ? 'failed' : 'refused', why.slice(0, 1000));
}

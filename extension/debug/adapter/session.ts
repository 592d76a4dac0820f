import { DebugSession, Event, Response } from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { messageOf } from '../../../engine/failure';
import { say } from '../../rows/say';
import type { Adapter } from './adapter';
import { createAdapter } from './adapter';
import type { Launcher } from './launcher';

/** The adapter as the library runs it: inside an editor, or as a program between two streams. */
export const createDebugAdapter = (launcher: Launcher): DebugSession => new ConvergeDebugSession(launcher);

/** The library wants a class; all that it does is to hand requests on. */
class ConvergeDebugSession extends DebugSession {
  readonly #adapter: Adapter;

  constructor(launcher: Launcher) {
    super(true);
    this.#adapter = createAdapter(launcher, (event, body) => this.sendEvent(new Event(event, body)));
  }

  protected override dispatchRequest(request: DebugProtocol.Request): void {
    const response: DebugProtocol.Response = new Response(request);
    const answer = this.#adapter(request.command, request.arguments);
    if (answer === undefined) {
      this.#refuse(response, say('This debugger does not know the request "{0}".', request.command), false);
      return;
    }
    answer.then(
      ({ body, after }) => {
        this.sendResponse(body === undefined ? response : { ...response, body });
        void Promise.resolve(after?.()).catch((thrown: unknown) =>
          this.sendEvent(new Event('output', { category: 'stderr', output: `${messageOf(thrown)}\n` })),
        );
        if (request.command === 'disconnect') this.shutdown();
      },
      (thrown: unknown) => this.#refuse(response, messageOf(thrown), !QUIET.has(request.command)),
    );
  }

  #refuse(response: DebugProtocol.Response, message: string, showUser: boolean): void {
    // What stands in braces would be taken for the name of a variable.
    const error = { id: 1, format: message.replaceAll('{', '(').replaceAll('}', ')'), showUser };
    this.sendResponse({ ...response, success: false, message, body: { error } });
  }
}

/** Their refusals are shown where they were asked, not in a message. */
const QUIET: ReadonlySet<string> = new Set([
  'evaluate',
  'variables',
  'scopes',
  'stackTrace',
  'source',
  'exceptionInfo',
]);

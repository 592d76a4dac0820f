import type { DebugProtocol } from '@vscode/debugprotocol';
import { exitCodeOf } from '../../../engine/cli/exitCode';
import { linesOf } from '../../../engine/cli/liveLines';
import { messageOf } from '../../../engine/failure';
import { holderOf } from '../../../engine/runner/runs';
import { said } from '../../../engine/say';
import { say } from '../../rows/say';
import { createBreakpointStore } from './breakpointStore';
import type { Resolved } from './breakpoints';
import { capabilities } from './capabilities';
import { clientOf } from './client';
import { findRunIn } from './findRunIn';
import type { AtBody, Launcher, RunBody } from './launcher';
import { AT_EVENT, RUN_EVENT } from './launcher';
import { liveTarget } from './live';
import type { Looking } from './looking';
import { lookingAt } from './looking';
import { openRun } from './openRun';
import { attachArguments, launchArguments } from './parsedArguments';
import { itGoes, noRun, noSuchEvent, noSuchText, nothingBefore, noWayBack } from './refusals';
import { replayTarget } from './replay';
import { createSources } from './sources';
import type { Shown, Target, TargetEvents } from './target';
import { categoryOf, exceptionInfo, importantAtEnd, stoppedBody, THREAD } from './told';

/** What a request comes to. `after` is done once it is answered. */
export interface Answer {
  readonly body?: object;
  readonly after?: () => void | Promise<void>;
}

export type Send = (event: string, body?: object) => void;

/** Carries out one request of the protocol. Throws what is told to the person, or undefined where there is no such request. */
export type Adapter = (command: string, args: unknown) => Promise<Answer> | undefined;

/**
 * A debugger of runs. What is shown is read from the trace, of a live run that is held as of one of the past.
 *
 * R1 An answer comes before what follows from it: a stop is told behind the request that led to it.
 * R2 Looking is refused while a run goes: what was looked at before is not what is.
 * R3 Nothing that a debugger does stands in the trace but the acts of a person.
 */
export function createAdapter(launcher: Launcher, send: Send): Adapter {
  const sources = createSources();
  const breakpoints = createBreakpointStore();
  let client = clientOf({});
  let target: Target | null = null;
  let looking: Looking | null = null;
  let numbers = 1;
  let configured = false;
  let silent = false;
  let switching = false;

  const output = (text: string, category: 'console' | 'stdout' | 'stderr' | 'important') =>
    send('output', { category, output: `${text}\n` });
  const tellAt = (folder: string, line: number | null) => {
    const body: AtBody = { folder, line };
    send(AT_EVENT, body);
  };
  const events: TargetEvents = {
    onStopped: (shown) => {
      numbers += SPAN;
      looking = lookingAt(shown, numbers, sources, client);
      if (target !== null) tellAt(target.run.folder, target.replay ? shown.line : null);
      send('stopped', stoppedBody(shown, breakpoints.isByStep));
    },
    onContinued: () => {
      looking = null;
      send('continued', { threadId: THREAD, allThreadsContinued: true });
    },
    onLog: ({ text, fault }) => output(fault === undefined ? text : `${text} (${said(fault, say)})`, 'console'),
    onEntry: (entry, state, texts) => {
      for (const { tone, text } of linesOf(entry, state, texts?.version.flow ?? null)) output(text, categoryOf(tone));
    },
    onOver: (result) => {
      looking = null;
      if (switching) return;
      const important = importantAtEnd(result);
      if (important !== null) output(important, 'important');
      if (target !== null) tellAt(target.run.folder, null);
      send('exited', { exitCode: exitCodeOf(result) });
      send('terminated');
    },
  };
  const meet = async (made: Target) => {
    target = made;
    const body: RunBody = { folder: made.run.folder, replay: made.replay };
    send(RUN_EVENT, body);
    send('capabilities', { capabilities: { supportsStepBack: made.replay } });
    const { recorded, texts } = made.run;
    const changed = breakpoints.meet(await texts(await recorded.stateAt(recorded.lines())));
    for (const one of changed) send('breakpoint', { reason: 'changed', breakpoint: told(one) });
  };
  const arm = async () => {
    if (configured && target !== null && !silent)
      await target.setBreakpoints(breakpoints.steps(), breakpoints.events());
  };
  const theTarget = (): Target => {
    if (target === null) throw noRun();
    return target;
  };
  const lookHere = (): Looking => {
    if (looking === null) throw itGoes();
    return looking;
  };
  const shownNow = (): Shown => {
    const shown = theTarget().shown();
    if (shown === null) throw itGoes();
    return shown;
  };
  const told = ({ id, verified, message, line }: Resolved): DebugProtocol.Breakpoint => ({
    id,
    verified,
    ...(message === undefined ? {} : { message }),
    ...(line === undefined ? {} : { line: client.lineOut(line) }),
  });

  /** A recording is walked through behind the answer; a live run has taken the wish before it. */
  const move = async (act: (of: Target) => Promise<void>): Promise<Answer> => {
    const of = theTarget();
    const before = lookHere();
    looking = null;
    if (of.replay) return { body: { allThreadsContinued: true }, after: () => act(of) };
    try {
      await act(of);
    } catch (thrown) {
      if (of.shown() !== null) looking = before;
      throw thrown;
    }
    return { body: { allThreadsContinued: true } };
  };
  const back = (how: 'step' | 'continue') =>
    move(async (of) => {
      if (of.back === null) throw noWayBack();
      await of.back(how);
    });
  const over = (folder: string | null): Answer => ({
    after: () => {
      if (folder !== null) tellAt(folder, null);
      send('terminated');
    },
  });

  const requests: Readonly<Record<string, (args: never) => Answer | Promise<Answer>>> = {
    initialize: (args: DebugProtocol.InitializeRequestArguments) => {
      client = clientOf(args);
      return { body: capabilities() };
    },
    launch: async (given: unknown) => {
      const wish = launchArguments(given);
      silent = wish.noDebug === true;
      const folder = await launcher.launch(wish);
      if (folder === null) return over(null);
      const letGo = silent || wish.stopOnEntry === false;
      const live = { hold: 'started', letGo, fromStart: true, person: launcher.person } as const;
      await meet(await liveTarget(await openRun(folder), live, events));
      return { after: () => send('initialized') };
    },
    attach: async (given: unknown) => {
      const { run, replay = false, stopOnEntry = false } = attachArguments(given);
      const folder = await findRunIn(run, launcher.roots());
      const opened = await openRun(folder);
      const carried = (await holderOf(folder)) !== null;
      if (carried && !replay) {
        const live = {
          hold: stopOnEntry ? 'now' : 'no',
          letGo: false,
          fromStart: false,
          person: launcher.person,
        } as const;
        await meet(await liveTarget(opened, live, events));
      } else {
        if (!replay)
          output(say('Nobody carries this run now: its recording is looked at, and nothing is executed.'), 'console');
        await meet(replayTarget(opened, stopOnEntry, events));
      }
      return { after: () => send('initialized') };
    },
    configurationDone: async () => {
      configured = true;
      await arm();
      const of = theTarget();
      return { after: () => of.begin() };
    },
    setBreakpoints: async ({ source, breakpoints: asked = [] }: DebugProtocol.SetBreakpointsArguments) => {
      const text = await sources.breakpointText(source, client);
      const lines = asked.map((each) => ({ ...each, line: client.lineIn(each.line) }));
      const set = breakpoints.setLines(sources.keyOf(source, client), text, lines);
      await arm();
      return { body: { breakpoints: set.map((one) => ({ ...told(one), source })) } };
    },
    setFunctionBreakpoints: async (args: DebugProtocol.SetFunctionBreakpointsArguments) => {
      const set = breakpoints.setSteps(args.breakpoints);
      await arm();
      return { body: { breakpoints: set.map(told) } };
    },
    setExceptionBreakpoints: async ({ filters }: DebugProtocol.SetExceptionBreakpointsArguments) => {
      const [unknown] = breakpoints.setEvents(filters);
      if (unknown !== undefined) throw noSuchEvent(unknown);
      await arm();
      return { body: { breakpoints: filters.map(() => ({ verified: true })) } };
    },
    breakpointLocations: async ({ source, line, endLine }: DebugProtocol.BreakpointLocationsArguments) => {
      const { steps } = await sources.breakpointText(source, client);
      const [from, to] = [client.lineIn(line), client.lineIn(endLine ?? line)];
      const found = steps.filter(({ first }) => from <= first && first <= to);
      return { body: { breakpoints: found.map(({ first }) => ({ line: client.lineOut(first) })) } };
    },
    threads: () => ({ body: { threads: [{ id: THREAD, name: say('Run {0}', nameOf(target)) }] } }),
    stackTrace: (args: DebugProtocol.StackTraceArguments) => ({ body: lookHere().stack(args) }),
    scopes: (args: DebugProtocol.ScopesArguments) => ({ body: lookHere().scopes(args) }),
    variables: (args: DebugProtocol.VariablesArguments) => ({ body: lookHere().variables(args) }),
    evaluate: (args: DebugProtocol.EvaluateArguments) => ({ body: lookHere().evaluate(args) }),
    source: ({ source, sourceReference }: DebugProtocol.SourceArguments) => {
      const text = sources.copy(source?.sourceReference ?? sourceReference);
      if (text === null) throw noSuchText();
      return { body: { content: text.text, mimeType: 'application/json' } };
    },
    loadedSources: async () => {
      const { recorded, texts } = theTarget().run;
      const known = await texts(await recorded.stateAt(recorded.lines()));
      return { body: { sources: known?.all.map((text) => sources.of(text, client)) ?? [] } };
    },
    exceptionInfo: async () => ({ body: await exceptionInfo(shownNow(), theTarget().run.recorded) }),
    continue: () => move((of) => of.go('continue')),
    next: () => move((of) => of.go('over')),
    stepIn: () => move((of) => of.go('into')),
    stepOut: () => move((of) => of.go('out')),
    stepBack: () => back('step'),
    reverseContinue: () => back('continue'),
    pause: async () => {
      await theTarget().pause();
      return {};
    },
    restartFrame: async () => {
      const from = theTarget();
      const { superStep } = shownNow().state;
      if (superStep === 0) throw nothingBefore();
      switching = true;
      const folder = await launcher.fork(from.run.folder, superStep).finally(() => {
        switching = false;
      });
      if (folder === null) return {};
      await from.leave('held');
      looking = null;
      tellAt(from.run.folder, null);
      const live = { hold: 'started', letGo: false, fromStart: false, person: launcher.person } as const;
      await meet(await liveTarget(await openRun(folder), live, events));
      await arm();
      const of = theTarget();
      return { after: () => of.begin() };
    },
    terminate: async () => {
      const of = theTarget();
      await of.terminate();
      if (!of.replay) return {};
      await of.leave('going');
      return over(of.run.folder);
    },
    disconnect: async (args: DebugProtocol.DisconnectArguments | undefined) => {
      const of = target;
      target = null;
      looking = null;
      if (of === null) return {};
      if (args?.terminateDebuggee === true)
        await of.terminate().catch((thrown: unknown) => output(messageOf(thrown), 'important'));
      // A window that is loaded anew goes without a word of the run: what held it is there for whoever comes back.
      const unsaid = args?.terminateDebuggee === undefined;
      await of.leave(unsaid || args?.suspendDebuggee === true || args?.restart === true ? 'held' : 'going');
      tellAt(of.run.folder, null);
      return {};
    },
  };

  return (command, args) => {
    const request = Object.hasOwn(requests, command) ? requests[command] : undefined;
    return request === undefined ? undefined : Promise.resolve().then(() => request((args ?? {}) as never));
  };
}

/** Numbers that one stop may give to frames and values. */
const SPAN = 1_000_000;

const nameOf = (target: Target | null): string => target?.run.folder.split(/[\\/]/).at(-1) ?? '';

import type { DebugProtocol } from '@vscode/debugprotocol';
import { ConvergeError } from '../../../engine/failure';
import type { Json } from '../../../engine/json';
import { evaluateIn } from '../../../engine/run/inspect/evaluate';
import type { Frame } from '../../../engine/run/inspect/frame';
import { framesOf } from '../../../engine/run/inspect/frames';
import type { Scope } from '../../../engine/run/inspect/scopes';
import { scopesOf } from '../../../engine/run/inspect/scopes';
import type { Inside, Variable } from '../../../engine/run/inspect/variable';
import { jsonVariable, memberOf } from '../../../engine/run/inspect/variable';
import { say } from '../../rows/say';
import type { Client } from './client';
import { placeIn } from './runTexts';
import type { Sources } from './sources';
import type { Shown } from './target';

/** What is looked at while a run stands somewhere. Numbers are given anew at each stop; those of an earlier one are refused. */
export interface Looking {
  readonly stack: (args: DebugProtocol.StackTraceArguments) => DebugProtocol.StackTraceResponse['body'];
  readonly scopes: (args: DebugProtocol.ScopesArguments) => DebugProtocol.ScopesResponse['body'];
  readonly variables: (args: DebugProtocol.VariablesArguments) => DebugProtocol.VariablesResponse['body'];
  readonly evaluate: (args: DebugProtocol.EvaluateArguments) => DebugProtocol.EvaluateResponse['body'];
}

/** So many of what is inside a value are given where nobody says how many. */
const MOST = 1000;

/** @param first numbers before this one belong to earlier stops */
export function lookingAt(shown: Shown, first: number, sources: Sources, client: Client): Looking {
  const { state, texts, spot } = shown;
  const flows = texts?.version ?? null;
  const frames = framesOf(state, flows, spot, say);
  const opened: (Scope | Inside)[] = [];
  const open = (what: Scope | Inside): number => first + opened.push(what);

  const frameOf = (id: number | undefined): Frame => {
    const frame = frames[id === undefined ? 0 : id - first];
    if (frame === undefined) throw gone(say('This place belongs to an earlier stop. Look at the stack as it is now.'));
    return frame;
  };
  const placed = (frame: Frame, at: number): DebugProtocol.StackFrame => {
    const text = frame.path === null ? null : (texts?.of(frame.flow) ?? null);
    const place = text === null || frame.path === null ? { line: 0, column: 0 } : placeIn(text, frame.path);
    return {
      id: first + at,
      name: frame.name,
      line: text === null ? 0 : client.lineOut(place.line),
      column: text === null ? 0 : client.columnOut(place.column),
      canRestart: at === 0,
      presentationHint: frame.also ? 'subtle' : 'normal',
      ...(text === null ? {} : { source: sources.of(text, client) }),
    };
  };
  const told = ({ name, value, type, inside, cel }: Variable): DebugProtocol.Variable => ({
    name,
    value,
    type: typeWord(type),
    ...(cel === undefined ? {} : { evaluateName: cel }),
    ...reference(inside),
  });
  const reference = (inside: Inside | null) => ({
    variablesReference: inside === null || inside.count === 0 ? 0 : open(inside),
    ...(inside === null ? {} : { [inside.indexed ? 'indexedVariables' : 'namedVariables']: inside.count }),
  });

  return {
    stack: ({ startFrame = 0, levels = 0 }) => ({
      stackFrames: frames.map(placed).slice(startFrame, levels === 0 ? undefined : startFrame + levels),
      totalFrames: frames.length,
    }),
    scopes: ({ frameId }) => ({
      scopes: scopesOf(state, flows, frameOf(frameId), say).map((scope) => ({
        name: scope.name,
        variablesReference: open(scope),
        expensive: false,
      })),
    }),
    variables: ({ variablesReference, filter, start = 0, count = 0 }) => {
      const found = opened[variablesReference - first - 1];
      if (found === undefined)
        throw gone(say('This value belongs to an earlier stop. Look at the stack as it is now.'));
      if ('variables' in found) return { variables: found.variables().map(told) };
      if (filter !== undefined && (filter === 'indexed') !== found.indexed) return { variables: [] };
      const most = count === 0 ? MOST : count;
      const left = found.count - start - most;
      const more = { name: '…', value: say('{0} more: look at them by an expression', left.toLocaleString('en')) };
      return {
        variables: [
          ...found.page(start, most).map(told),
          ...(count === 0 && left > 0 ? [{ ...more, variablesReference: 0 }] : []),
        ],
      };
    },
    evaluate: ({ expression, frameId, context }) => {
      const frame = frameOf(frameId);
      const text = context === 'hover' ? hovered(expression, shown, frame) : expression;
      const value = evaluateIn(state, flows, frame, text, say);
      if (!value.ok) throw new ConvergeError('flow-unreadable', `${text.slice(0, 200)}: ${value.why}.`);
      const { value: result, type, inside } = jsonVariable('', value.value, text);
      return {
        result: context === 'clipboard' ? plain(value.value) : result,
        type: typeWord(type),
        ...reference(inside),
      };
    },
  };
}

/** Whatever a person points at in a flow: a step by its id is its output, a channel and a loop are themselves. */
function hovered(expression: string, { texts }: Shown, frame: Frame): string {
  const flow = frame.flow === null ? texts?.version.flow : texts?.version.called.get(frame.flow)?.flow;
  const has = (map: object | undefined) => map !== undefined && Object.hasOwn(map, expression);
  if (has(flow?.steps)) return `${memberOf('steps', expression)}.output`;
  if (has(flow?.loops)) return memberOf('loops', expression);
  if (has(flow?.channels)) return memberOf('state', expression);
  return has(flow?.inputs) ? memberOf('inputs', expression) : expression;
}

function typeWord(type: Variable['type']): string {
  switch (type) {
    case 'text':
      return say('text');
    case 'number':
      return say('number');
    case 'truth':
      return say('truth');
    case 'nothing':
      return say('nothing');
    case 'list':
      return say('list');
    case 'object':
      return say('object');
    case 'group':
      return say('group');
  }
}

const plain = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

const gone = (message: string): ConvergeError => new ConvergeError('run-unknown', message);

import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { LOOP_TYPES, STEP_KINDS } from '../../engine/flow/names';
import { flowSchema, workerSchema } from '../../engine/flow/schema';
import { loopSchema } from '../../engine/flow/schema/loops';
import { commandSchema } from '../../engine/flow/schema/parts';
import { evaluatorSchema, stepSchema } from '../../engine/flow/schema/steps';
import type { JsonPath } from '../../engine/json';
import { claudeOptions } from '../../engine/node/workers/agents/claudeCode';
import { codexOptions } from '../../engine/node/workers/agents/codex';
import { copilotOptions } from '../../engine/node/workers/agents/copilot';
import { geminiOptions } from '../../engine/node/workers/agents/gemini';
import { opencodeOptions } from '../../engine/node/workers/agents/opencode';
import { anthropicOptions } from '../../engine/node/workers/models/anthropic';
import { openaiOptions } from '../../engine/node/workers/models/openaiCompatible';
import { vscodeLmOptions } from '../../engine/node/workers/models/vscodeLm';
import { personOptions } from '../../engine/node/workers/person';
import { recordedOptions } from '../../engine/node/workers/played/recorded';
import { scriptedOptions } from '../../engine/node/workers/played/scripted';
import { commandOptions } from '../../engine/node/workers/programs/command';
import { scriptOptions } from '../../engine/node/workers/programs/script';
import { USES } from '../../engine/node/workers/registry';
import { choiceTexts } from '../../webview/designer/inspector/choiceTexts';
import { flowSections } from '../../webview/designer/inspector/specs/flow';
import { loopSections } from '../../webview/designer/inspector/specs/loops';
import {
  caseFields,
  channelFields,
  commandFields,
  evaluatorFields,
  inputFields,
  startFields,
  workerFields,
  workerUseFields,
} from '../../webview/designer/inspector/specs/parts';
import type { FieldSpec } from '../../webview/designer/inspector/specs/spec';
import { fieldsOf, placesOf } from '../../webview/designer/inspector/specs/spec';
import { stepSections } from '../../webview/designer/inspector/specs/steps';
import { unknownKeys } from '../../webview/designer/inspector/unknownKeys';

type Schema = z.core.$ZodType;

/** A key that the format knows: where it stands, and whether it has to be there. */
interface Key {
  readonly at: JsonPath;
  readonly required: boolean;
  readonly words: readonly string[] | null;
}

const bare = (schema: Schema): Schema => (schema instanceof z.ZodOptional ? bare(schema.unwrap()) : schema);

/** Every key of an object, also inside of objects whose keys are fixed; `whole` for those that one control edits. */
function keysOf(schema: Schema, whole: readonly string[] = [], before: JsonPath = []): readonly Key[] {
  const object = bare(schema);
  if (!(object instanceof z.ZodObject)) throw new Error('no object');
  return Object.entries(object.shape as Record<string, Schema>).flatMap(([name, member]): readonly Key[] => {
    const at = [...before, name];
    const inner = bare(member);
    if (inner instanceof z.ZodObject && !whole.includes(name)) return keysOf(inner, whole, at);
    const words = inner instanceof z.ZodEnum ? inner.options.map(String) : null;
    return [{ at, required: !(member instanceof z.ZodOptional), words }];
  });
}

const name = (at: JsonPath): string => at.join('.');
const names = (all: readonly { readonly at: JsonPath }[]): readonly string[] => all.map(({ at }) => name(at)).sort();
const optionsOf = (union: z.ZodDiscriminatedUnion) => union.options as readonly z.ZodObject[];

/** Controls that edit a whole object of the format, held to their own parts below. */
const WHOLE = ['command', 'poll', 'evaluator'];

function held(keys: readonly Key[], fields: readonly FieldSpec[], but: readonly string[] = []): void {
  const due = keys.filter(({ at }) => !but.includes(name(at)));
  expect(names(fields)).toEqual(names(due));
  for (const { at, required, words } of due) {
    const field = fields.find((each) => name(each.at) === name(at));
    expect([name(at), field?.required ?? false]).toEqual([name(at), required]);
    if (words && field?.control === 'choice') expect(Object.keys(field.options)).toEqual(words);
    if (words) expect(field?.control).toBe('choice');
    if (field?.byDefault !== undefined) expect(required).toBe(false);
  }
}

describe('every key of the format has a field in the inspector', () => {
  it.each(STEP_KINDS)('of a %s step', (kind) => {
    const schema = optionsOf(stepSchema).find(({ shape }) => shape.kind?.safeParse(kind).success);
    const fields = fieldsOf(stepSections[kind]);
    const together = fields.flatMap((field) => (field.control === 'choices' ? field.also : []));
    held(keysOf(schema as Schema, WHOLE), fields, ['kind', 'title', ...together]);
    const edited = fields.flatMap(placesOf);
    const all = Object.fromEntries(Object.keys((schema as z.ZodObject).shape).map((key) => [key, 'x']));
    expect(unknownKeys(all, edited).map(name).sort()).toEqual(['kind', 'title']);
  });

  it.each(LOOP_TYPES)('of a loop of type %s', (type) => {
    const schema = optionsOf(loopSchema).find(({ shape }) => shape.type?.safeParse(type).success);
    held(keysOf(schema as Schema), fieldsOf(loopSections[type]), ['type']);
  });

  it('of the flow', () => {
    const elsewhere = ['converge', 'steps', 'loops', 'layout', 'inputs', 'channels', 'workers'];
    held(keysOf(flowSchema), fieldsOf(flowSections), elsewhere);
  });

  it('of a command', () => {
    const all = [...Object.values(startFields), ...commandFields].flat();
    expect(names(all)).toEqual(names(keysOf(commandSchema)));
  });

  it('of a case, of each evaluator, of an input and of a channel', () => {
    const member = (schema: Schema, key: string) => bare((bare(schema) as z.ZodObject).shape[key] as Schema);
    const router = optionsOf(stepSchema).find(({ shape }) => shape.kind?.safeParse('router').success) as z.ZodObject;
    held(keysOf((member(router, 'cases') as z.ZodArray).element), caseFields.flat());
    const simple = (evaluatorSchema.options as readonly Schema[]).filter((each) => !('all' in keyed(each)));
    expect(simple.map((each) => names(keysOf(each)))).toEqual(
      Object.values(evaluatorFields).map((fields) => names(fields.flat())),
    );
    const entry = (key: string) => (member(flowSchema, key) as z.ZodRecord).valueType as Schema;
    held(keysOf(entry('inputs')), inputFields.flat(), ['default']);
    held(keysOf(entry('channels')), channelFields.flat(), ['fields']);
  });

  it('of each adapter that a worker may use, by the adapters’ own schemas', () => {
    expect(Object.keys(workerFields).sort()).toEqual([...USES].sort());
    expect(Object.keys(choiceTexts.use).sort()).toEqual([...USES].sort());
    const schemas = {
      'claude-code': claudeOptions,
      codex: codexOptions,
      gemini: geminiOptions,
      copilot: copilotOptions,
      opencode: opencodeOptions,
      'openai-compatible': openaiOptions,
      anthropic: anthropicOptions,
      command: commandOptions,
      'vscode-lm': vscodeLmOptions,
      script: scriptOptions,
      person: personOptions,
      scripted: scriptedOptions,
      recorded: recordedOptions,
    };
    const common = keysOf(workerSchema.pick({ sandbox: true }));
    for (const [use, schema] of Object.entries(schemas))
      held([...keysOf(schema), ...common], [...workerUseFields(use), ...(workerFields[use] ?? [])].flat());
  });
});

const keyed = (schema: Schema): object => (schema instanceof z.ZodObject ? schema.shape : {});

describe('keys that nobody knows', () => {
  it('are found, also inside of objects of which some keys are known', () => {
    const value = { title: 'x', retries: 0, check: { accept: [], odd: 1 }, env: { A: '1' } };
    const known = [['title'], ['check', 'accept'], ['check', 'required'], ['env']];
    expect(unknownKeys(value, known)).toEqual([['retries'], ['check', 'odd']]);
    expect(unknownKeys('no object', known)).toEqual([]);
  });
});

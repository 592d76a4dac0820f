import * as z from 'zod';
import type { FlowEdit } from '../engine/flow/edit';
import { LOOP_TYPES } from '../engine/flow/names';
import type { Intent } from '../webview/protocol';

/**
 * Reads what a designer sends. A webview is outside: anything that is not an intent in every detail is refused, logged
 * and has no effect.
 */
const text = z.string().max(1_000_000);
const id = z.string().min(1).max(200);
const path = z.array(z.union([text, z.int().min(0)])).max(64);
const version = z.int().min(0);
const mode = z.enum(['autonomous', 'supervised']);
const point = z.tuple([z.number(), z.number()]);

const entries = z.record(z.string(), z.json());
const fragment = z.strictObject({
  convergeFragment: z.literal(1),
  steps: entries,
  loops: entries,
  workers: entries,
  channels: entries,
  inputs: entries.optional(),
  layout: z.record(z.string(), point),
});

const editSchema: z.ZodType<FlowEdit> = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('set'), path, value: z.json().optional() }),
  z.strictObject({
    type: z.literal('addStep'),
    kind: id,
    id: id.optional(),
    position: point.optional(),
    onRoute: text.optional(),
    after: id.optional(),
  }),
  z.strictObject({
    type: z.literal('connect'),
    from: id,
    to: id,
    kind: z.enum(['strong', 'weak', 'outcome', 'case', 'else', 'choice']).optional(),
    name: text.optional(),
  }),
  z.strictObject({ type: z.literal('reconnect'), route: text, to: id }),
  z.strictObject({ type: z.literal('disconnect'), route: text }),
  z.strictObject({ type: z.literal('deleteSteps'), ids: z.array(id).max(100_000) }),
  z.strictObject({ type: z.literal('renameStep'), from: id, to: text }),
  z.strictObject({ type: z.literal('renameLoop'), from: id, to: text }),
  z.strictObject({ type: z.literal('move'), positions: z.record(z.string(), point) }),
  z.strictObject({ type: z.literal('tidy') }),
  z.strictObject({
    type: z.literal('wrapInLoop'),
    head: id,
    tail: id,
    id: id.optional(),
    loop: z.enum(LOOP_TYPES).optional(),
  }),
  z.strictObject({ type: z.literal('removeLoop'), id }),
  z.strictObject({ type: z.literal('takeOut'), ids: z.array(id).max(100_000) }),
  z.strictObject({ type: z.literal('paste'), fragment, position: point.optional() }),
  z.strictObject({ type: z.literal('duplicate'), ids: z.array(id).max(100_000) }),
  z.strictObject({
    type: z.literal('renameEntry'),
    map: z.enum(['workers', 'channels', 'inputs']),
    from: id,
    to: text,
  }),
  z.strictObject({ type: z.literal('batch'), edits: z.lazy(() => z.array(editSchema).max(100_000)) }),
]);

export const intentSchema: z.ZodType<Intent> = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({ type: z.literal('edit'), version, edit: editSchema }),
  z.strictObject({ type: z.literal('select'), selection: z.array(text).max(100_000) }),
  z.strictObject({ type: z.literal('openText'), path }),
  z.strictObject({ type: z.literal('applyFix'), version, code: id, path, all: z.boolean().optional() }),
  z.strictObject({ type: z.literal('editString'), path }),
  z.strictObject({ type: z.literal('openCalled'), step: id }),
  z.strictObject({ type: z.literal('simulate'), mode, script: z.json() }),
  z.strictObject({ type: z.literal('insertTemplate'), version, name: id, position: point.optional() }),
  z.strictObject({ type: z.literal('export'), format: z.enum(['svg', 'mermaid']) }),
  z.strictObject({ type: z.literal('run'), mode: mode.optional() }),
  z.strictObject({ type: z.literal('stop') }),
  z.strictObject({ type: z.literal('toggleBreakpoint'), steps: z.array(id).max(100_000) }),
  z.strictObject({ type: z.literal('editBreakpoint'), step: id }),
  z.strictObject({ type: z.literal('conflict'), show: z.enum(['sides', 'merge']) }),
  z.strictObject({ type: z.literal('save') }),
  z.strictObject({ type: z.literal('undo') }),
  z.strictObject({ type: z.literal('redo') }),
  z.strictObject({ type: z.literal('failed'), message: text }),
]);

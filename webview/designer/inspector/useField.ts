import { useState } from 'react';
import type { Json, JsonPath } from '../../../engine/json';
import { at, canonicalJson } from '../../../engine/json';
import type { Typing } from '../../controls/textInput';
import type { Designer } from '../designer';
import { fieldKey, useDesigner, useDesignerState, useScene } from '../designer';
import { notesOn } from '../problems/issues';
import { texts } from '../texts';
import type { Codec, Parsed } from './codecs';
import { setting } from './setting';

export interface Field {
  readonly typing: Typing;
  readonly errors: readonly string[];
  readonly remarks: readonly string[];
  readonly disabled: boolean;
}

/** Binds a text field to a value of the flow: what is typed is a draft until it is committed as one edit. */
export function useField(path: JsonPath, codec: Codec): Field {
  const scene = useScene();
  const value = at(scene.flow, path);
  const commit = (designer: Designer, parsed: Parsed & { readonly ok: true }) => {
    if (same(parsed.value, value)) {
      designer.draft(path, null);
      return false;
    }
    return designer.edit(setting(scene.flow, path, parsed.value));
  };
  return useDraft(path, codec.format(value), codec.parse, commit);
}

/** A draft at any path, also one that stands for something that is no value, such as a new name. */
export function useDraft(
  path: JsonPath,
  shown: string,
  parse: (text: string) => Parsed,
  commit: (designer: Designer, parsed: Parsed & { readonly ok: true }) => boolean,
): Field {
  const designer = useDesigner();
  const scene = useScene();
  const key = fieldKey(path);
  const draft = useDesignerState((state) => state.drafts[key]);
  const focus = useDesignerState((state) => state.restored === key);
  const [refused, setRefused] = useState<string | null>(null);
  const notes = notesOn(scene.snapshot.issues, path);

  const drop = (): boolean => {
    setRefused(null);
    if (draft === undefined) return false;
    designer.draft(path, null);
    designer.say(texts.said.draftDropped);
    return true;
  };
  const settle = () => {
    const text = designer.store.get().drafts[key];
    if (text === undefined || designer.isSent(path)) return;
    if (text === shown) return designer.draft(path, null);
    const parsed = parse(text);
    if (!parsed.ok) {
      setRefused(parsed.message);
      designer.say(parsed.message);
    } else if (commit(designer, parsed)) {
      setRefused(null);
      designer.sent(path);
    }
  };
  const why = draft === undefined ? null : refused;
  return {
    typing: {
      value: draft ?? shown,
      onType: (text) => {
        setRefused(null);
        designer.draft(path, text);
      },
      onCommit: settle,
      onDrop: drop,
      focus,
    },
    errors: why === null ? notes.errors : [why],
    remarks: why === null ? notes.remarks : [],
    disabled: scene.locked !== null,
  };
}

const same = (a: Json | undefined, b: Json | undefined): boolean =>
  a === undefined || b === undefined ? a === b : canonicalJson(a) === canonicalJson(b);

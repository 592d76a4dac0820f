import type { KeyboardEvent, ReactNode } from 'react';
import { useState } from 'react';
import type { Json } from '../../../engine/json';
import { TextArea } from '../../controls/TextArea';
import { useDesigner } from '../designer';
import { simulateTexts } from './simulateTexts';

const texts = simulateTexts.outcomes;

/** Undo and redo are the field's own here: the document's are not meant. */
export function keepUndo(event: KeyboardEvent): void {
  if ((event.ctrlKey || event.metaKey) && ['z', 'y'].includes(event.key.toLowerCase())) event.stopPropagation();
}

/** The outcomes as the data that they are: what the table cannot say is said here. */
export function ScriptText({ script }: { readonly script: Json }): ReactNode {
  const { simulator } = useDesigner();
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const text = JSON.stringify(script, null, 2);
  const commit = () => {
    if (typed === null || typed === text) {
      setTyped(null);
      return;
    }
    try {
      const read: Json = JSON.parse(typed.trim() === '' ? '{}' : typed);
      setTyped(null);
      setWrong(null);
      simulator.play(read);
    } catch (error) {
      setWrong(texts.noJson(error instanceof Error ? error.message : String(error)));
    }
  };
  const drop = () => {
    setTyped(null);
    setWrong(null);
    return typed !== null;
  };
  return (
    <details className="simulate-json" onKeyDown={keepUndo}>
      <summary>{texts.json}</summary>
      <TextArea
        label={texts.jsonLabel}
        code
        rows={8}
        value={typed ?? text}
        errors={wrong === null ? [] : [wrong]}
        onType={setTyped}
        onCommit={commit}
        onDrop={drop}
      />
    </details>
  );
}

import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { ID } from '../../engine/flow/names';
import { onceLeft } from '../controls/textInput';
import { actsTexts } from './acts/actsTexts';
import { carryOut } from './commands';
import { useDesigner, useScene } from './designer';
import { selectedOf } from './selection';
import { texts } from './texts';

interface RenameBoxProps {
  /** The step or loop, as a selection key. */
  readonly name: string;
  readonly onLeave: () => void;
}

/** A new id: Enter renames everywhere, Escape leaves it as it is. */
export function RenameBox({ name, onLeave }: RenameBoxProps): ReactNode {
  const designer = useDesigner();
  const { graph } = useScene();
  const { type, id } = selectedOf(name);
  const [text, setText] = useState(id);
  const [wrong, setWrong] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  const rename = () => {
    const to = text.trim();
    const others = type === 'loop' ? graph.loops : graph.steps;
    if (!ID.test(to)) return setWrong(texts.inspector.notId);
    if (to !== id && others.some((item) => item.id === to)) return setWrong(texts.inspector.taken(to));
    onLeave();
    if (to === id) return designer.say(actsTexts.why.sameId);
    const edit = { type: type === 'loop' ? 'renameLoop' : 'renameStep', from: id, to } as const;
    carryOut(designer, { ok: true, edit, said: actsTexts.said.renamed(id, to) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') rename();
    else if (event.key === 'Escape' || event.key === 'Tab') onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const title = actsTexts.pick.rename(id);
  return (
    <div className="picker" role="dialog" aria-label={title}>
      <input
        ref={input}
        type="text"
        aria-label={title}
        aria-invalid={wrong !== null}
        aria-describedby={hint}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setWrong(null);
        }}
        onKeyDown={onKeyDown}
        onBlur={(event) => onceLeft(event, onLeave)}
      />
      <p
        id={hint}
        className={wrong === null ? 'pick-none' : 'pick-none field-error'}
        role={wrong ? 'alert' : undefined}
      >
        {wrong ?? actsTexts.pick.renameHint}
      </p>
    </div>
  );
}

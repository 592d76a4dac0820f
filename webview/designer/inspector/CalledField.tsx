import type { ReactNode } from 'react';
import { LinkButton } from '../../controls/LinkButton';
import { useDesigner, useScene } from '../designer';
import { inspectorTexts } from '../inspectorTexts';
import { suggestionsFor } from './sources';
import type { ValueProps } from './values';
import { Value } from './values';

/** The flow that a step calls, and the way to it. */
export function CalledField(words: ValueProps): ReactNode {
  const designer = useDesigner();
  const step = String(words.path[1]);
  return (
    <>
      <Value {...words} suggestions={suggestionsFor(useScene(), 'flows', words.path)} />
      <div className="field-links">
        <LinkButton onPress={() => designer.host.post({ type: 'openCalled', step })}>
          {inspectorTexts.openCalled}
        </LinkButton>
      </div>
    </>
  );
}

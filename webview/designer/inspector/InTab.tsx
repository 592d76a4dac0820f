import type { ReactNode } from 'react';
import type { JsonPath } from '../../../engine/json';
import { LinkButton } from '../../controls/LinkButton';
import { useDesigner } from '../designer';
import { inspectorTexts } from '../inspectorTexts';
import { onceLanded } from './landing';

/** Shows a long text in an editor tab of its own. */
export function InTab({ path, label }: { readonly path: JsonPath; readonly label: string }): ReactNode {
  const designer = useDesigner();
  return (
    <LinkButton
      name={inspectorTexts.inTabOf(label)}
      onPress={() => onceLanded(designer, path, () => designer.host.post({ type: 'editString', path }))}
    >
      {inspectorTexts.inTab}
    </LinkButton>
  );
}

import type { ReactNode } from 'react';
import type { JsonPath } from '../../../engine/json';
import { Button } from '../../controls/Button';
import { useDesigner } from '../designer';
import { texts } from '../texts';

/** Shows the value in the text, where all of it can be edited. */
export function EditText({ path }: { readonly path: JsonPath }): ReactNode {
  const designer = useDesigner();
  return <Button onPress={() => designer.host.post({ type: 'openText', path })}>{texts.inspector.editText}</Button>;
}

import type { Row } from './row';
import { joined } from './words';

/** A row that says one thing. */
export const fact = (
  id: string,
  label: string,
  description: string,
  rest: Omit<Row, 'id' | 'label' | 'description' | 'contextValue' | 'children'> & {
    readonly children?: readonly Row[];
  },
): Row => ({
  id,
  label,
  description,
  tooltip: joined(label, description),
  contextValue: 'fact',
  children: [],
  ...rest,
});

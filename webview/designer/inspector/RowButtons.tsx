import type { ReactNode } from 'react';
import { IconButton } from '../../controls/IconButton';
import { useScene } from '../designer';
import { Icon } from '../icons';
import { inspectorTexts } from '../inspectorTexts';
import type { Rows } from './useRows';

interface RowButtonsProps {
  readonly rows: Rows;
  readonly index: number;
  /** What the row is called. */
  readonly name: string;
  readonly remove?: () => void;
}

/** Up, down and away with a row. */
export function RowButtons({ rows, index, name, remove }: RowButtonsProps): ReactNode {
  const locked = useScene().locked !== null;
  return (
    <span className="row-buttons">
      <IconButton
        icon={<Icon name="up" />}
        name={inspectorTexts.moveUp(name)}
        disabled={locked || index === 0}
        part="up"
        onPress={() => rows.move(index, -1)}
      />
      <IconButton
        icon={<Icon name="down" />}
        name={inspectorTexts.moveDown(name)}
        disabled={locked || index >= rows.count - 1}
        part="down"
        onPress={() => rows.move(index, 1)}
      />
      <IconButton
        icon={<Icon name="close" />}
        name={inspectorTexts.removeItem(name)}
        disabled={locked}
        part="remove"
        onPress={remove ?? (() => rows.remove(index))}
      />
    </span>
  );
}

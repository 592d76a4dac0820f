import type { ReactNode } from 'react';
import type { JsonPath } from '../../../engine/json';
import { IconButton } from '../../controls/IconButton';
import { deleteSelection } from '../commands';
import { useDesigner, useScene } from '../designer';
import type { IconName } from '../icons';
import { Icon } from '../icons';
import { inspectorTexts } from '../inspectorTexts';

interface HeadProps {
  readonly icon: IconName;
  /** For the colour; empty where it is no step. */
  readonly kind: string;
  readonly title: string;
  readonly type: string;
  readonly path: JsonPath;
}

/** What is inspected, with the way to its text. */
export function Head({ icon, kind, title, type, path }: HeadProps): ReactNode {
  const designer = useDesigner();
  const { locked } = useScene();
  return (
    <div className={`inspector-head kind-${kind}`}>
      <span className="face-kind">
        <Icon name={icon} />
      </span>
      <h2 title={title}>
        {type}
        {title !== '' && <span className="inspector-title">{title}</span>}
      </h2>
      <IconButton
        icon={<Icon name="text" />}
        name={inspectorTexts.openText}
        onPress={() => designer.host.post({ type: 'openText', path })}
      />
      {path.length > 0 && (
        <IconButton
          icon={<Icon name="remove" />}
          name={inspectorTexts.remove}
          disabled={locked !== null}
          onPress={() => deleteSelection(designer)}
        />
      )}
    </div>
  );
}

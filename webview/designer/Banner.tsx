import type { ReactNode } from 'react';
import { Button } from '../controls/Button';
import { useDesigner, useScene } from './designer';
import { Icon } from './icons';
import { texts } from './texts';

/** Why nothing can be edited, and the way out. */
export function Banner(): ReactNode {
  const designer = useDesigner();
  const { broken, document, flow } = useScene().snapshot;
  if (broken)
    return (
      <div className="banner banner-error" role="alert">
        <Icon name="error" />
        <p>
          <strong>{texts.broken.title}</strong> {texts.broken.line(broken.line)} {broken.message}{' '}
          {flow === null ? texts.broken.nothing : texts.broken.shown}
        </p>
        <Button onPress={() => designer.host.post({ type: 'openText', path: [] })}>{texts.broken.open}</Button>
      </div>
    );
  if (document.readOnly === null) return null;
  return (
    <div className="banner" role="status">
      <Icon name="info" />
      <p>{texts.readOnly(document.readOnly)}</p>
    </div>
  );
}

import type { ReactNode } from 'react';
import { Button } from '../controls/Button';
import { bannerTexts } from './bannerTexts';
import { useDesigner, useScene } from './designer';
import { Icon } from './icons';
import { texts } from './texts';

/** Why nothing can be edited, and the ways out. */
export function Banner(): ReactNode {
  const { post } = useDesigner().host;
  const { broken, document, flow } = useScene().snapshot;
  if (broken)
    return (
      <div className="banner banner-error" role="alert">
        <Icon name="error" />
        <p>
          <strong>{texts.broken.title}</strong> {texts.broken.line(broken.line)} {broken.message}{' '}
          {flow === null ? texts.broken.nothing : texts.broken.shown}
        </p>
        {broken.conflict && (
          <>
            <Button onPress={() => post({ type: 'conflict', show: 'sides' })}>{bannerTexts.sides}</Button>
            <Button onPress={() => post({ type: 'conflict', show: 'merge' })}>{bannerTexts.merge}</Button>
          </>
        )}
        <Button onPress={() => post({ type: 'openText', path: [] })}>{texts.broken.open}</Button>
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

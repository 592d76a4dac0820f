import type { ReactNode } from 'react';
import { CodeField } from '../../controls/CodeField';
import { useScene } from '../designer';
import { celNames } from './celNames';
import { textCodec } from './codecs';
import { useField } from './useField';
import type { ValueProps } from './values';

/** An expression. */
export function CelField({ path, onKey, ...words }: ValueProps): ReactNode {
  const scene = useScene();
  const { typing, errors, remarks, disabled } = useField(path, textCodec);
  return (
    <CodeField
      {...words}
      {...typing}
      onKey={onKey}
      errors={errors}
      remarks={remarks}
      disabled={disabled}
      complete={celNames(scene, path)}
    />
  );
}

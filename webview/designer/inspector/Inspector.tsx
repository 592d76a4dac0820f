import type { ReactNode } from 'react';

export function Inspector(): ReactNode {
  return <aside className="inspector" />;
}

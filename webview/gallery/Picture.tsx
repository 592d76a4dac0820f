import type { ReactNode } from 'react';

/** A flow's picture. What is in it is said by the words beside it. */
export function Picture({ svg }: { readonly svg: string }): ReactNode {
  return (
    <span className="template-picture">
      {svg !== '' && <img alt="" draggable={false} src={`data:image/svg+xml,${encodeURIComponent(svg)}`} />}
    </span>
  );
}

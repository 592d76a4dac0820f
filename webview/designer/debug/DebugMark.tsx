import './debug.css';
import type { ReactNode } from 'react';
import type { BreakpointMark } from '../../protocol';
import { debugTexts } from './debugTexts';
import { breakpointAbout } from './words';

interface DebugMarkProps {
  readonly breakpoint: BreakpointMark | null;
  /** Why the run is held here; null: it is not. */
  readonly held: string | null;
}

/** At the corner of a face what an editor shows in its gutter: the breakpoint, and where the run is held. */
export function DebugMark({ breakpoint, held }: DebugMarkProps): ReactNode {
  if (breakpoint === null && held === null) return null;
  const words = [
    ...(held === null ? [] : [debugTexts.heldWhy(held)]),
    ...(breakpoint === null ? [] : [breakpointAbout(breakpoint)]),
  ];
  return (
    <span
      className={`debug-mark${breakpoint?.enabled === false ? ' is-off' : ''}`}
      data-breakpoint={breakpoint?.kind}
      data-held={held !== null || undefined}
      title={words.join('\n')}
      aria-hidden="true"
    >
      <svg width="22" height="22" viewBox="0 0 18 18" aria-hidden="true" focusable="false">
        {held !== null && <path className="held-shape" d="M2 3.5h8l6 5.5-6 5.5H2z" />}
        {breakpoint !== null && <Shape kind={breakpoint.kind} small={held !== null} />}
      </svg>
    </span>
  );
}

function Shape({ kind, small }: { readonly kind: BreakpointMark['kind']; readonly small: boolean }): ReactNode {
  const size = small ? 3.2 : 6.5;
  const at = small ? 7.5 : 9;
  switch (kind) {
    case 'plain':
      return <circle className="breakpoint-shape" cx={at} cy="9" r={size} />;
    case 'conditional':
      return (
        <>
          <circle className="breakpoint-shape" cx={at} cy="9" r={size} />
          {!small && <path className="breakpoint-sign" d="M6 7.3h6M6 10.7h6" />}
        </>
      );
    case 'log':
      return (
        <path className="breakpoint-shape" d={`M${at} ${9 - size}L${at + size} 9 ${at} ${9 + size} ${at - size} 9z`} />
      );
  }
}

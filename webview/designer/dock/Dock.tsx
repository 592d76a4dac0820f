import type { ReactNode } from 'react';
import { ProblemsPanel } from '../problems/ProblemsPanel';

/** What stands below the canvas. */
export function Dock(): ReactNode {
  return <ProblemsPanel />;
}

import { useStore } from '../../store';
import { useDesigner } from '../designer';
import type { Simulating } from './simulator';

export function useSimulating<T>(select: (state: Simulating) => T): T {
  return useStore(useDesigner().simulator.store, select);
}

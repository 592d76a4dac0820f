import type { TimelineFlows } from '../../engine/run/timeline/capsIn';
import type { CalledFlows } from '../../engine/runner/calledFlows';
import { CALLED_FILE, keptCalledFlows } from '../../engine/runner/calledFlows';
import type { RunView } from '../rows/runView';

/** The flows of a run, for a picture of it: those that it calls are read from its folder, once for each version of them. */
export interface RunFlows {
  /** What is known by now. */
  readonly of: (run: RunView | undefined) => TimelineFlows;
}

/** `onRead` is called when more is known. */
export function createRunFlows(onRead: () => void): RunFlows {
  const versions = new Map<string, CalledFlows>();
  const all = () => [...versions.values()].flatMap((called) => [...called.values()]);
  return {
    of: (run) => {
      const own = run?.flow ?? null;
      const head = run?.state.head;
      const file = head?.flow.called ?? CALLED_FILE;
      if (run && own !== null && head && !versions.has(file) && callsAnything(own)) {
        versions.set(file, new Map());
        keptCalledFlows(run.folder, own, file).then(
          (called) => {
            versions.set(file, called);
            onRead();
          },
          // Without them their caps are not drawn; the run itself says what is wrong with its folder.
          () => undefined,
        );
      }
      return {
        own,
        called: ({ id, hash }) => {
          const known = all();
          return (known.find((one) => one.hash === hash) ?? known.find(({ flow }) => flow.id === id))?.flow ?? null;
        },
      };
    },
  };
}

const callsAnything = ({ steps }: NonNullable<RunView['flow']>): boolean =>
  Object.values(steps).some(({ kind }) => kind === 'call');

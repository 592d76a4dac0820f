import { readChannels } from '../../../loops/channels';
import type { Variable } from '../variable';
import { jsonVariable, memberOf } from '../variable';
import type { Here } from './here';

/** Each declared channel as it reads; what was written beside them where the flow is not known. */
export const channelsScope = ({ view, plan }: Here): readonly Variable[] =>
  Object.entries(plan === null ? view.channels : readChannels(plan.flow.channels, view.channels)).map(([name, value]) =>
    jsonVariable(name, value, memberOf('state', name)),
  );

export const inputsScope = ({ view }: Here): readonly Variable[] =>
  Object.entries(view.inputs).map(([name, value]) => jsonVariable(name, value, memberOf('inputs', name)));

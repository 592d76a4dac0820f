import type { ReactNode } from 'react';
import type { JsonPath } from '../../../engine/json';
import { inspectorTexts } from '../inspectorTexts';
import { Cards } from './Cards';
import { CommandFields } from './CommandFields';
import { useFields } from './fieldsContext';
import { Others } from './Others';
import { caseFields } from './specs/parts';

/** Commands that are run one after the other. */
export function CommandsField({ path }: { readonly path: JsonPath }): ReactNode {
  return (
    <Cards path={path} nameOf={inspectorTexts.command} add={inspectorTexts.addCommand} fresh={{ run: ['npm', 'test'] }}>
      {(command) => <CommandFields path={command} />}
    </Cards>
  );
}

/** Cases of a router: the first that is true decides. */
export function CasesField({ path }: { readonly path: JsonPath }): ReactNode {
  const Fields = useFields();
  const fresh = { when: 'false', to: '@stop' };
  return (
    <Cards path={path} nameOf={inspectorTexts.case} add={inspectorTexts.addCase} fresh={fresh}>
      {(one) => (
        <>
          <Fields base={one} fields={caseFields} />
          <Others path={one} fields={caseFields} />
        </>
      )}
    </Cards>
  );
}

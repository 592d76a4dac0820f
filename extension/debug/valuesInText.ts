import * as vscode from 'vscode';
import { isObject } from '../../engine/json';
import type { FlowFiles } from '../flowFiles';
import { FLOW_TEXTS, placeOf } from '../textPlaces';

/** While a debugger stands in a flow, the values of its channels, outcomes and loops behind their names. */
export function valuesInText(flows: FlowFiles): vscode.Disposable {
  return vscode.languages.registerInlineValuesProvider(FLOW_TEXTS, {
    provideInlineValues: (document, seen) => {
      const reading = flows.get(document.uri);
      const flow = reading?.parsed.value;
      if (!reading || !isObject(flow)) return [];
      return VALUES.flatMap(([map, expression]) =>
        Object.keys(isObject(flow[map]) ? flow[map] : {}).flatMap((name) => {
          const range = placeOf(document, reading, [map, name], 'key');
          if (!seen.contains(range.start)) return [];
          return [new vscode.InlineValueEvaluatableExpression(range, expression(JSON.stringify(name)))];
        }),
      );
    },
  });
}

const VALUES: readonly (readonly [string, (name: string) => string])[] = [
  ['channels', (name) => `state[${name}]`],
  ['steps', (name) => `steps[${name}].outcome`],
  ['loops', (name) => `loops[${name}].pass`],
];

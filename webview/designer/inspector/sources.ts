import type { Json, JsonPath } from '../../../engine/json';
import { at, isObject } from '../../../engine/json';
import type { Scene } from '../scene';
import { choiceTexts } from './choiceTexts';
import type { Source } from './specs/spec';

/** What may be typed into a field that takes a name. `path`: the field's. */
export function suggestionsFor(scene: Scene, source: Source, path: JsonPath): readonly string[] {
  const { flow, snapshot, order, graph } = scene;
  switch (source) {
    case 'workers':
      return snapshot.workers;
    case 'steps':
    case 'artifacts':
      return order;
    case 'flows':
      return snapshot.callable;
    case 'channels':
      return keys(at(flow, ['channels']));
    case 'written':
      return writtenTo(flow);
    case 'uses':
      return Object.keys(choiceTexts.use);
    case 'reads': {
      const step = path[1];
      return [
        ...order.filter((id) => id !== step),
        ...keys(at(flow, ['channels'])).map((name) => `channel:${name}`),
        ...keys(at(flow, ['inputs'])).map((name) => `inputs.${name}`),
        ...(typeof step === 'string' && graph.called.has(step) ? ['item', 'task'] : []),
      ];
    }
  }
}

const writtenTo = (flow: Json): readonly string[] =>
  keys(at(flow, ['channels'])).flatMap((channel) => [
    channel,
    ...keys(at(flow, ['channels', channel, 'fields'])).map((field) => `${channel}.${field}`),
  ]);

const keys = (value: Json | undefined): readonly string[] => (isObject(value) ? Object.keys(value) : []);

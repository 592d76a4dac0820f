import type { ReactNode } from 'react';
import type { Json } from '../../../engine/json';
import { at, canonicalJson } from '../../../engine/json';
import { Button } from '../../controls/Button';
import { TextField } from '../../controls/TextField';
import type { ActId } from '../acts/acts';
import { actOf } from '../acts/acts';
import { situationOf } from '../commands';
import { useDesigner, useScene } from '../designer';
import { inspectorTexts } from '../inspectorTexts';
import { selectedSteps } from '../selection';
import type { Codec } from './codecs';
import { durationCodec, textCodec, wholeCodec } from './codecs';
import { Section } from './Section';
import { suggestionsFor } from './sources';
import { fieldsOf } from './specs/spec';
import { stepSections } from './specs/steps';
import { useDraft } from './useField';

const { many, fields } = inspectorTexts;

const ACTIONS: readonly ActId[] = ['wrap', 'takeOut', 'align', 'duplicate', 'copy', 'cut', 'remove'];

/** What several selected things have in common: what can be done with them, and fields that are set for all at once. */
export function Many({ selection }: { readonly selection: readonly string[] }): ReactNode {
  const designer = useDesigner();
  const scene = useScene();
  const now = situationOf(designer);
  const steps = selectedSteps(selection);
  const workers = suggestionsFor(scene, 'workers', []);
  return (
    <>
      <div className="inspector-head">
        <h2>{many.label(selection.length)}</h2>
      </div>
      <Section id="actions" title={many.actions}>
        <div className="actions">
          {ACTIONS.map((id) => {
            const act = actOf(id);
            const why = now && act.why(now);
            return (
              <Button key={id} disabled={why !== null} title={why ?? undefined} onPress={() => act.run(designer)}>
                {now ? act.name(now) : ''}
              </Button>
            );
          })}
        </div>
      </Section>
      {[...takers(steps, scene.flow, 'worker'), ...takers(steps, scene.flow, 'attempts')].length > 0 && (
        <Section id="together" title={many.together}>
          <Shared name="worker" label={fields.worker} steps={steps} codec={textCodec} suggestions={workers} />
          <Shared name="attempts" label={fields.attempts} steps={steps} codec={wholeCodec} />
          <Shared name="timeout" label={fields.timeout} steps={steps} codec={durationCodec} />
        </Section>
      )}
    </>
  );
}

interface SharedProps {
  readonly name: string;
  readonly label: string;
  readonly steps: readonly string[];
  readonly codec: Codec;
  readonly suggestions?: readonly string[];
}

/** One value of all selected steps whose kind has it. */
function Shared({ name, label, steps, codec, suggestions }: SharedProps): ReactNode {
  const { flow } = useScene();
  const ids = takers(steps, flow, name);
  const values = ids.map((id) => at(flow, ['steps', id, name]));
  const [first] = values;
  const same = values.every((value) => textOf(value) === textOf(first));
  const place = ['#many', name];
  const { typing, errors, disabled } = useDraft(
    place,
    same ? codec.format(first) : '',
    codec.parse,
    (designer, parsed) =>
      designer.edit({
        type: 'batch',
        edits: ids.map((id) => ({
          type: 'set',
          path: ['steps', id, name],
          ...(parsed.value === undefined ? {} : { value: parsed.value }),
        })),
      }),
  );
  if (ids.length === 0) return null;
  return (
    <TextField
      {...typing}
      label={label}
      errors={errors}
      disabled={disabled}
      suggestions={suggestions}
      placeholder={same ? inspectorTexts.unset : many.mixed}
    />
  );
}

const textOf = (value: Json | undefined): string => (value === undefined ? '' : canonicalJson(value));

/** The steps whose kind has this key. */
function takers(steps: readonly string[], flow: Json, key: string): readonly string[] {
  return steps.filter((id) => KEYS.get(at(flow, ['steps', id, 'kind']))?.has(key));
}

/** The keys of each kind. */
const KEYS: ReadonlyMap<Json | undefined, ReadonlySet<string | number | undefined>> = new Map(
  Object.entries(stepSections).map(([kind, sections]) => [
    kind,
    new Set(fieldsOf(sections).map(({ at: [key] }) => key)),
  ]),
);

import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import type { Flow } from '../../../engine/flow/schema';
import type { Issue } from '../../../engine/issue';
import { IconButton } from '../../controls/IconButton';
import { useDesignerState, useScene } from '../designer';
import { Icon, kindIcon } from '../icons';
import type { Aspect } from './aspects';
import { chosenIn, columnsOf, scoreIn, UNSAID } from './cells';
import type { Played } from './marks';
import { OutcomeCell } from './OutcomeCell';
import { ScriptText } from './ScriptText';
import { simulateTexts } from './simulateTexts';
import { drawnSteps, scriptedSteps } from './steps';
import { useSimulating } from './useSimulating';

const texts = simulateTexts.outcomes;
const FIRST_COLUMNS = 3;

interface OutcomesProps {
  readonly flow: Flow;
  readonly played: Played | null;
  /** Of the script; each is shown at its cell. */
  readonly issues: readonly Issue[];
}

/** Steps × passes: what each step comes to. */
export function Outcomes({ flow, played, issues }: OutcomesProps): ReactNode {
  const { order } = useScene();
  const called = useSimulating((state) => state.shown?.called);
  const steps = useMemo(() => scriptedSteps(flow, order, called ?? {}), [flow, order, called]);
  const script = useSimulating((state) => state.script);
  const selection = useDesignerState((state) => state.selection);
  const [more, setMore] = useState(FIRST_COLUMNS);
  const [unfolded, setUnfolded] = useState<readonly string[]>([]);
  const seen = Math.max(0, ...(played?.passes ?? []).map(({ pass }) => pass));
  const untils = Object.values(flow.loops ?? {}).some(({ type }) => type === 'until');
  const baseline = untils && steps.some(({ kind }) => kind === 'verify');
  const columns = columnsOf(script, Math.max(more, Math.min(seen, MOST_SEEN)), baseline);
  const drawn = drawnSteps(steps, script, selection);
  const rows = drawn.map(({ name: id, kind, title, aspects: [first, ...others] }) => {
    const said = (aspect: Aspect) => columns.some((column) => isSaid(script, id, column, aspect));
    const open = unfolded.includes(id);
    const shown = open ? others : others.filter(said);
    return { id, kind, title, first, shown, hides: others.length > shown.length || open, open };
  });
  if (rows.length === 0) return <p className="simulate-note">{texts.nothing}</p>;
  return (
    <section className="simulate-outcomes" aria-label={texts.label}>
      <div className="simulate-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.step}</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {columnText(column, untils)}
                </th>
              ))}
              <th scope="col" className="simulate-add">
                <IconButton
                  icon={<Icon name="add" size={14} />}
                  name={texts.addColumn}
                  onPress={() => setMore(next(columns))}
                />
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, kind, title, first, shown, hides, open }) => (
              <Rows key={id}>
                {[first, ...shown].map((aspect) => (
                  <tr key={aspect.key} data-row={`${id} ${aspect.key}`} className={aspect === first ? '' : 'minor'}>
                    <th scope="row">
                      {aspect === first ? (
                        <span className={`simulate-step kind-${kind}`}>
                          <Icon name={kindIcon(kind)} size={14} />
                          <span title={title}>{id}</span>
                          {hides && (
                            <button
                              type="button"
                              className="simulate-more"
                              aria-expanded={open}
                              aria-label={texts.more(id)}
                              title={texts.more(id)}
                              onClick={() =>
                                setUnfolded(open ? unfolded.filter((each) => each !== id) : [...unfolded, id])
                              }
                            >
                              <Icon name={open ? 'up' : 'down'} size={12} />
                            </button>
                          )}
                        </span>
                      ) : (
                        aspect.label
                      )}
                    </th>
                    {columns.map((column) => (
                      <td key={column}>
                        {/* Before the first pass only verifications run; which of them, the engine says. */}
                        {(column !== '0' || kind === 'verify') && (
                          <OutcomeCell
                            place={{ step: id, column }}
                            aspect={aspect}
                            columnName={columnName(column, untils)}
                            issues={aspect === first ? issuesAt(issues, id, column) : []}
                          />
                        )}
                      </td>
                    ))}
                    <td />
                  </tr>
                ))}
              </Rows>
            ))}
          </tbody>
        </table>
      </div>
      {drawn.length < steps.length && <p className="simulate-note">{texts.someOf(drawn.length, steps.length)}</p>}
      <ScriptText script={script} />
    </section>
  );
}

/** Passes that a simulation came to get a column each, up to here; more are added by hand. */
const MOST_SEEN = 8;

const Rows = ({ children }: { readonly children: ReactNode }): ReactNode => children;

const isSaid = (script: Parameters<typeof chosenIn>[0], step: string, column: string, aspect: Aspect): boolean =>
  aspect.number === 'score'
    ? scoreIn(script, { step, column }) !== ''
    : chosenIn(script, { step, column }, aspect) !== UNSAID;

const next = (columns: readonly string[]): number =>
  Math.max(...columns.filter((key) => /^\d+$/.test(key)).map(Number)) + 1;

function columnText(column: string, untils: boolean): string {
  if (column === '*') return texts.every;
  if (column === '0') return texts.baseline;
  return untils && /^\d+$/.test(column) ? texts.pass(column) : column;
}

function columnName(column: string, untils: boolean): string {
  if (column === '*') return texts.everyName;
  return column === '0' ? texts.baselineName : columnText(column, untils);
}

const issuesAt = (issues: readonly Issue[], step: string, column: string): readonly Issue[] =>
  issues.filter(({ path }) => path[0] === 'steps' && path[1] === step && (path[2] ?? '*') === column);

import './problems.css';
import type { ReactNode } from 'react';
import type { Issue } from '../../../engine/issue';
import { goToStep } from '../commands';
import type { Designer } from '../designer';
import { useDesigner, useScene } from '../designer';
import { Icon } from '../icons';
import { selectedOf } from '../selection';
import { texts } from '../texts';
import { aboutOf } from './issues';

/** All findings about the flow, worst first. */
export function ProblemsPanel(): ReactNode {
  const { snapshot } = useScene();
  const severities = ['error', 'warning', 'info'] as const;
  const sorted = severities.flatMap((severity) => snapshot.issues.filter((issue) => issue.severity === severity));
  return (
    <section className="problems" aria-label={texts.problemsPanel.label}>
      {sorted.length === 0 ? (
        <p className="problems-none">{texts.problemsPanel.none}</p>
      ) : (
        <ul>
          {sorted.map((issue) => (
            <Problem key={`${issue.code} ${issue.path.join('/')} ${issue.message}`} issue={issue} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Problem({ issue }: { readonly issue: Issue }): ReactNode {
  const designer = useDesigner();
  const { fix } = issue;
  return (
    <li className={`problem problem-${issue.severity}`} data-code={issue.code}>
      <button type="button" className="problem-text" onClick={() => show(designer, issue)}>
        <Icon name={issue.severity} />
        <span className="visually-hidden">{texts.problemsPanel.severity[issue.severity]}: </span>
        <span>{issue.message}</span>
        <span className="problem-code">{issue.code}</span>
        <span className="problem-path">{issue.path.join(' › ')}</span>
      </button>
      {fix && (
        <button
          type="button"
          className="problem-fix"
          title={fix.title}
          onClick={() => {
            const version = designer.store.get().scene?.snapshot.document.version ?? 0;
            designer.host.post({ type: 'applyFix', version, code: issue.code, path: issue.path });
            designer.say(texts.said.fixed(fix.title));
          }}
        >
          {texts.problemsPanel.fix}: {fix.title}
        </button>
      )}
    </li>
  );
}

/** On the canvas where it stands there, else in the text. */
function show(designer: Designer, issue: Issue): void {
  const { scene } = designer.store.get();
  const about = scene ? aboutOf(scene.graph, issue) : null;
  if (about === null) {
    designer.select([]);
    if (issue.path.length === 0 || scene?.locked != null) designer.host.post({ type: 'openText', path: issue.path });
    return;
  }
  const item = selectedOf(about);
  if (item.type === 'step') goToStep(designer, item.id);
  else designer.select([about]);
}

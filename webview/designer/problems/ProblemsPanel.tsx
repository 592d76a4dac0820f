import './problems.css';
import type { ReactNode } from 'react';
import type { Issue } from '../../../engine/issue';
import { IconButton } from '../../controls/IconButton';
import { useDesigner, useScene } from '../designer';
import { Icon } from '../icons';
import { texts } from '../texts';
import { applyFix, showIssue } from './problemActs';
import { problemsTexts } from './problemsTexts';

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
  const { snapshot } = useScene();
  const { code, fix, path } = issue;
  const alike = fix ? snapshot.issues.filter((other) => other.code === code && other.fix) : [];
  return (
    <li className={`problem problem-${issue.severity}`} data-code={code}>
      <button type="button" className="problem-text" onClick={() => showIssue(designer, issue)}>
        <Icon name={issue.severity} />
        <span className="visually-hidden">{texts.problemsPanel.severity[issue.severity]}: </span>
        <span>{issue.message}</span>
        <span className="problem-code">{code}</span>
        <span className="problem-path">{path.join(' › ')}</span>
      </button>
      {fix && (
        <button type="button" className="problem-fix" title={fix.title} onClick={() => applyFix(designer, issue)}>
          {texts.problemsPanel.fix}: {fix.title}
        </button>
      )}
      {alike.length > 1 && alike[0] === issue && (
        <button type="button" className="problem-fix" onClick={() => applyFix(designer, issue, true)}>
          {problemsTexts.fixAll(alike.length, code)}
        </button>
      )}
      <IconButton
        icon={<Icon name="text" />}
        name={problemsTexts.showText}
        onPress={() => designer.host.post({ type: 'openText', path })}
      />
    </li>
  );
}

import type { Flow } from '../../flow/schema';
import type { Control } from '../../trace/control';
import type { RunState } from '../state';
import { openAsks } from '../state';
import { occasionOf, scripted } from './occasion';
import type { Script } from './script';
import type { CalledFlows } from './scriptIssues';

/** The answers to all open questions that somebody gives: a default is waited for, and a null is silence. */
export function answersIn(flow: Flow, flows: CalledFlows, script: Script, state: RunState): readonly Control[] {
  return openAsks(state).flatMap((ask): readonly Control[] => {
    if (ask.step === '') return [{ do: 'answer', ask: ask.id, choice: budgetAnswer(script, state) }];
    const occasion = occasionOf(flow, flows, state, ask);
    const said = occasion === null ? undefined : scripted(script, occasion, 1)?.choice;
    const choice = said === undefined && ask.default === null ? ask.choices[0] : said;
    return choice === undefined || choice === null ? [] : [{ do: 'answer', ask: ask.id, choice }];
  });
}

function budgetAnswer({ budget = ['stop'] }: Script, state: RunState): string {
  const given = Object.values(state.asks).filter(({ step, answer }) => step === '' && answer !== null).length;
  return budget[Math.min(given, budget.length - 1)] ?? 'stop';
}

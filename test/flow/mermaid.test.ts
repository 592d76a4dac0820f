import { describe, expect, it } from 'vitest';
import { mermaidOf } from '../../engine/flow/mermaid';
import { parseFlow } from '../../engine/flow/parse';
import { SAMPLE } from './sample';
import { WHOLE } from './wholeFlow';

describe('a flow as a Mermaid flowchart', () => {
  it('an until loop: its frame and cap, its way back and its exit', () => {
    expect(mermaidOf(parseFlow(SAMPLE).value)).toMatchInlineSnapshot(`
      "flowchart LR
        subgraph l0["fix: at most 5 passes"]
          n0["act (work)"]
          n1{{"verify (verify)"}}
          n2{"judge (judge)"}
        end
        t3(["complete"])
        t4(["stop"])
        start(( ))
        start --> n0
        n0 --> n1
        n1 --> n2
        n2 --> t3
        n2 -->|"next pass"| n0
        n2 -->|"exhausted"| t4
      "
    `);
  });

  it('every kind, a group, weak routes and called steps', () => {
    expect(mermaidOf(WHOLE)).toMatchInlineSnapshot(`
      "flowchart LR
        n0{"route (router)"}
        n1[["each (map)"]]
        n2["one (work)"]
        n3[["tries (plan)"]]
        n4["job (work)"]
        n5[["call (call)"]]
        n6{"ok (gate)"}
        n8{"main (router)"}
        n9{{"proof (verify)"}}
        subgraph l0["group: 3 iterations in a batch"]
          n7["draft (work)"]
        end
        t10(["stop"])
        t11(["escalate"])
        t12(["complete"])
        start(( ))
        start --> n0
        n0 -->|"inputs.list.size() #62; 0"| n1
        n0 -->|"else"| n3
        n1 --> n3
        n3 -->|"stalled"| t10
        n3 -->|"idle"| n5
        n5 --> n6
        n6 --> n7
        n6 -->|"revise"| n6
        n6 -->|"escalate"| t11
        n7 --> n7
        n8 -.->|"to0"| n7
        n8 -.->|"to1"| n9
        n8 -->|"else"| t10
        n9 --> t12
        n9 -->|"fail"| t10
        n7 -->|"batch used up"| n8
        n1 -.->|"calls"| n2
        n3 -.->|"calls"| n4
      "
    `);
  });

  it('no text of the flow can be read as syntax', () => {
    const title = 'a"] --> b["#<script>`|`';
    const text = mermaidOf({ steps: { end: { kind: 'work', title, next: '@stop' } } });
    expect(text.split('\n')[1]).toBe('  n0["a#34;] --#62; b[#34;#35;#60;script#62;#96;#124;#96; (work)"]');
    expect(text).toContain('n0 --> t1');
  });

  it('a loop in the body of another stands inside its frame, and each step is drawn once', () => {
    const step = (next: string) => ({ kind: 'work', next });
    const text = mermaidOf({
      steps: { a: step('b'), b: step('c'), c: step('b'), d: { kind: 'judge', next: '@complete' } },
      loops: {
        inner: { type: 'improve', head: 'b', tail: 'b' },
        outer: { type: 'until', head: 'a', tail: 'c', maxPasses: 3 },
      },
    });
    expect(text.indexOf('subgraph l0')).toBeGreaterThan(text.indexOf('subgraph l1'));
    expect(text.match(/n1\["b \(work\)"\]/g)).toHaveLength(1);
    expect(text.match(/^ *end$/gm)).toHaveLength(2);
  });

  it('whatever it is given: a target that does not exist is left out, and no flow is an empty chart', () => {
    const text = mermaidOf({ steps: { a: { kind: 'work', next: 'nowhere' } }, start: 'gone' });
    expect(text).toBe('flowchart LR\n  n0["a (work)"]\n');
    expect(mermaidOf(null)).toBe('flowchart LR\n');
  });
});

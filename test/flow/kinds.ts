/** A flow with a step of every kind and a loop of every type, good in shape; what its steps mean together is not. */
export const KINDS = `{
  "converge": 1,
  "id": "kinds",
  "start": "main",
  "main": "main",
  "terminal": "after",
  "channels": { "plan": { "reducer": "byKey", "fields": { "tasks": "append", "results": { "reducer": "append", "writer": "revise" } } } },
  "workers": { "w": { "use": "claude-code" } },
  "steps": {
    "main": { "kind": "router", "cases": [{ "when": "loops.polish.best > 3", "to": "after" }, { "when": "gates.check.passed", "to": "draft" }],
      "worker": "w", "branches": { "revise": "revise", "watch": "look" }, "else": "@stop" },
    "revise": { "kind": "work", "worker": "w", "prompt": "x", "reads": ["assess", "channel:plan"], "next": "assess", "routes": { "failed": "main" } },
    "assess": { "kind": "work", "worker": "w", "prompt": "x", "next": "revise" },
    "look": { "kind": "watch", "poll": { "run": ["poll"] }, "routes": { "activity": "each", "terminal": "after" } },
    "each": { "kind": "map", "over": "steps.revise.output.items", "step": "one", "cache": { "key": "steps.revise.output" }, "next": "tasks" },
    "one": { "kind": "work", "worker": "w", "prompt": "x", "reads": ["item"] },
    "tasks": { "kind": "plan", "channel": "plan", "handlers": { "a": "job", "b": "job" }, "onIdle": "look", "routes": { "complete": "sub", "stalled": "@stop" } },
    "job": { "kind": "work", "worker": "w", "prompt": "x", "effect": { "key": "steps.each.output" } },
    "sub": { "kind": "call", "flow": "other", "input": { "from": "steps.revise.output" }, "output": "steps.look.output", "next": ["draft", "check"] },
    "draft": { "kind": "work", "worker": "w", "prompt": "x", "writes": { "plan.tasks": "steps.sub.output" }, "next": "join" },
    "check": { "kind": "gate", "evaluator": { "all": [{ "commands": [{ "run": ["t"] }] }, { "when": "steps.revise.visits > 1" }] }, "next": "join", "routes": { "revise": "draft", "escalate": "ask" } },
    "join": { "kind": "join", "next": "draft" },
    "ask": { "kind": "ask", "question": "?", "choices": ["go"], "artifact": "draft", "routes": { "go": "proof" } },
    "proof": { "kind": "verify", "commands": [{ "run": ["t"] }], "next": "judge", "routes": { "fail": "ask" } },
    "judge": { "kind": "judge", "worker": "w", "reads": ["proof"], "next": "after" },
    "after": { "kind": "work", "worker": "w", "prompt": "x", "next": "@complete" }
  },
  "loops": {
    "refine": { "type": "group", "from": "assess", "to": "revise", "maxIterations": 3, "exitTo": "main", "exitWhen": "gates.check.passed && steps.revise.visits > 3" },
    "polish": { "type": "improve", "head": "draft", "tail": "draft", "onConverged": "ask", "onExhausted": "look" },
    "fix": { "type": "until", "head": "ask", "tail": "judge", "maxPasses": 2, "onExhausted": "main" }
  },
  "layout": { "main": [0, 0], "job": [10, 10] }
}
`;

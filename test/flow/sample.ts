/** The flow that most tests start from: act, verify, judge, in one until loop. Nothing is wrong with it. */
export const SAMPLE = `{
  "converge": 1,
  "id": "fix-until-green",
  "title": "Fix until green",
  "purpose": "Repair the workspace until its tests pass.",
  "goal": "All tests pass.",            // given to workers and judge; the engine never reads it
  "start": "act",
  "workers": { "implementer": { "use": "claude-code" }, "reviewer": { "use": "claude-code", "model": "…" } },
  "steps": {
    "act":    { "kind": "work", "worker": "implementer", "prompt": "Make the failing tests pass.",
                "reads": ["verify"], "check": { "changedOnDisk": "claimed" }, "attempts": 2, "next": "verify" },
    "verify": { "kind": "verify", "commands": [{ "run": ["npm", "test"], "expect": "tests", "timeout": "10m" }], "next": "judge" },
    "judge":  { "kind": "judge", "worker": "reviewer", "reads": ["verify", "act"], "next": "@complete" }
  },
  "loops": {
    "fix": { "type": "until", "head": "act", "tail": "judge", "maxPasses": 5,
             "spendCap": { "usd": 2 }, "noProgressCeiling": 2, "frozen": ["test/**"], "onExhausted": "@stop" }
  },
  "layout": { "verify": [320, 80] }     // only what a person placed; the rest is computed and never stored
}
`;

/** A flow with comments, an odd order of keys, numbers spelled in their own way and keys that nobody knows; CRLF. */
export const ODD = [
  '{',
  '  // Who wrote this likes comments.',
  '  "id": "odd",   "converge": 1,',
  '  "mystery": { "kept": [1.0, 2e1] },',
  '  "title": "Odd",',
  '  "start": "act",',
  '  "workers": { "implementer": { "use": "command", "run": ["node", "-e", "0"] } },',
  '  "steps": {',
  '    "act": { "kind": "work", "attempts": 1, "worker": "implementer", "prompt": "Do it", "retries": 0, "next": "look" },',
  '    /* the check */',
  '    "look": { "kind": "verify", "commands": [{ "run": ["node", "--version"] }], "next": "reviewer2" },',
  '  },',
  '  "layout": { "look": [4e2, 80] }',
  '}',
  '',
].join('\r\n');

/** A loop, what comes after it, and a step that stands alone, in a text that only a careful hand leaves as it is; CRLF. */
export const MIXED = [
  '{',
  '  // Who wrote this likes comments.',
  '  "converge": 1, "id": "mixed",',
  '  "title": "Mixed",',
  '  "mystery": { "kept": [1.0, 2e1] },',
  '  "start": "act",',
  '  "workers": { "agent": { "use": "command", "run": ["node", "-e", "0"] } },',
  '  "steps": {',
  '    "act": { "kind": "work", "worker": "agent", "prompt": "Do it", "retries": 0, "next": "look" }, // first',
  '    "look": { "kind": "verify", "commands": [{ "run": ["node", "--version"] }], "next": "judge" },',
  '    /* the end of a pass */',
  '    "judge": { "kind": "judge", "worker": "agent", "next": "after" },',
  '    "after": { "kind": "verify", "commands": [{ "run": ["node", "--version"] }], "next": "@complete" },',
  '    "alone": { "kind": "verify", "commands": [{ "run": ["node", "--version"] }], "next": "@complete" },',
  '  },',
  '  "loops": {',
  '    "fix": { "type": "until", "head": "act", "tail": "judge", "maxPasses": 3, "onExhausted": "@stop" }',
  '  },',
  '  "layout": { "alone": [300, 420] }',
  '}',
  '',
].join('\r\n');

/** Two steps and nothing to find fault with. */
export const PLAIN = `{
  "converge": 1,
  "id": "plain",
  "title": "Plain",
  "start": "look",
  "steps": {
    "look": { "kind": "verify", "title": "Look", "commands": [{ "run": ["node", "--version"] }], "next": "again" },
    "again": { "kind": "verify", "title": "Look again", "commands": [{ "run": ["node", "--version"] }], "next": "@complete" }
  }
}
`;

/** A loop whose cap is written as given; \`undefined\`: not at all. */
export const capped = (maxPasses: string | undefined): string => `{
  "converge": 1,
  "id": "capped",
  "start": "act",
  "workers": { "agent": { "use": "command", "run": ["node", "-e", "0"] } },
  "steps": {
    "act": { "kind": "work", "worker": "agent", "prompt": "Do it", "next": "look" },
    "look": { "kind": "verify", "commands": [{ "run": ["node", "--version"] }], "next": "judge" },
    "judge": { "kind": "judge", "worker": "agent", "next": "@complete" }
  },
  "loops": {
    "fix": { "type": "until", "head": "act", "tail": "judge",${maxPasses === undefined ? '' : ` "maxPasses": ${maxPasses},`} "onExhausted": "@stop" }
  }
}
`;

export const CONFLICTED = PLAIN.replace(
  '  "title": "Plain",\n',
  '<<<<<<< ours\n  "title": "Plain",\n=======\n  "title": "Fancy",\n>>>>>>> theirs\n',
);
export const CUT = PLAIN.slice(0, 200);
export const NEWER = PLAIN.replace('"converge": 1', '"converge": 7');

/** The two texts between which a merge could not decide, and what each side is called. */
export interface ConflictSides {
  readonly ours: string;
  readonly theirs: string;
  readonly oursName: string;
  readonly theirsName: string;
}

/**
 * The sides of a text with git's conflict markers, also with the common base between them (`|||||||`). Null where there is
 * no marker, or where markers do not fit together: then nobody knows what belongs to which side.
 */
export function conflictSides(text: string): ConflictSides | null {
  const ours: string[] = [];
  const theirs: string[] = [];
  let part: Part = 'both';
  let [oursName, theirsName] = ['', ''];
  let found = false;
  for (const line of text.split(/(?<=\n)/)) {
    const [, marker, name] = /^(<{7}|\|{7}|={7}|>{7})(?: (.*?))?\r?\n?$/.exec(line) ?? [];
    const next: Part | null = marker === undefined ? part : after(part, marker.charAt(0));
    if (next === null) return null;
    if (marker === undefined || next === part) {
      if (part === 'both' || part === 'ours') ours.push(line);
      if (part === 'both' || part === 'theirs') theirs.push(line);
      continue;
    }
    if (next === 'ours') oursName ||= name ?? '';
    if (next === 'both') theirsName ||= name ?? '';
    found = true;
    part = next;
  }
  if (!found || part !== 'both') return null;
  return { ours: ours.join(''), theirs: theirs.join(''), oursName, theirsName };
}

type Part = 'both' | 'ours' | 'base' | 'theirs';

/** Where a marker leads; the same part where it is no marker there, null where it cannot stand there. */
function after(part: Part, marker: string): Part | null {
  switch (part) {
    case 'both':
      // A line of equal signs outside of a conflict is an ornament.
      return marker === '<' ? 'ours' : marker === '=' || marker === '|' ? 'both' : null;
    case 'ours':
      return marker === '|' ? 'base' : marker === '=' ? 'theirs' : null;
    case 'base':
      return marker === '=' ? 'theirs' : null;
    case 'theirs':
      return marker === '>' ? 'both' : null;
  }
}

/**
 * What in a shell text can hide that a command failed, as a phrase for a person; null where nothing does.
 * `&&` and redirections hide nothing. Text in double quotes is left alone but for substitutions; single quotes are no
 * quotes to the shell of Windows, so pipes and ampersands count inside them: the answer is the same on all systems.
 */
export function hidingIn(shell: string): string | null {
  let quote: '"' | "'" | null = null;
  for (let at = 0; at < shell.length; at++) {
    const here = shell[at] ?? '';
    const after = shell[at + 1] ?? '';
    if (here === '\\' && quote !== "'") {
      at++;
      continue;
    }
    if (quote !== "'" && (here === '`' || (here === '$' && after === '('))) return 'a command inside $( ) or ` `';
    if (here === quote) {
      quote = null;
      continue;
    }
    if (quote === null && (here === '"' || here === "'")) {
      quote = here;
      continue;
    }
    if (quote === '"') continue;
    if (here === '|') return after === '|' ? '"||"' : 'a pipe "|"';
    if (here === '&') {
      if (after === '&') at++;
      else if (!redirects(shell, at)) return '"&"';
      continue;
    }
    if (quote !== null) continue;
    if (here === ';') return '";"';
    if ((here === '\n' || here === '\r') && shell.slice(at).trim() !== '' && shell.slice(0, at).trim() !== '')
      return 'a line break between commands';
    if (here === '#' && (at === 0 || /\s/.test(shell[at - 1] ?? ''))) {
      const end = shell.slice(at).search(/[\r\n]/);
      if (end < 0) return null;
      at += end - 1;
    }
  }
  return null;
}

/** Whether every part of the text, joined by `&&`, is a program that always succeeds. */
export const alwaysSucceeds = (shell: string): boolean => shell.split('&&').every((part) => SUCCEEDS.test(part.trim()));

/** The shell text in a list such as `["sh", "-c", "…"]`. */
export function shellTextIn(run: readonly string[]): string | undefined {
  const program = (run[0] ?? '').replace(/^.*[\\/]/, '').replace(/\.exe$/i, '');
  if (/^(?:ba|z|da|k|a)?sh$|^fish$/.test(program)) {
    const flag = run.findIndex((word, index) => index > 0 && /^-[a-z]*c[a-z]*$/.test(word));
    return flag < 0 ? undefined : run[flag + 1];
  }
  const starts = /^cmd$/i.test(program)
    ? /^\/[ck]$/i
    : /^(?:powershell|pwsh)$/i.test(program)
      ? /^-c(?:ommand)?$/i
      : null;
  const flag = starts === null ? -1 : run.findIndex((word) => starts.test(word));
  return flag < 0 ? undefined : run.slice(flag + 1).join(' ');
}

const SUCCEEDS = /^(?::|true|echo(?:\s.*)?|printf\s.*|exit\s+0|exit|sleep\s.*|)$/;

/** `2>&1`, `>&2`, `&>file`, `<&3`. */
function redirects(shell: string, at: number): boolean {
  return /[<>]$/.test(shell.slice(0, at)) || shell[at + 1] === '>';
}

import { describe, expect, it } from 'vitest';
import { diffLines } from '../../engine/cli/diffLines';
import { terminalOf } from '../../engine/cli/terminal';

function written(isTTY: boolean, colour: boolean) {
  const out: string[] = [];
  const stream = { isTTY, write: (text: string) => out.push(text) };
  return { out, terminal: terminalOf({ stdin: { isTTY }, stdout: stream, stderr: stream }, { colour }) };
}

describe('what is printed', () => {
  it('SH-10 cannot steer the terminal: control and direction characters are left out', () => {
    const { out, terminal } = written(true, false);
    terminal.print('a\u001b[31mred\u001b]0;title\u0007 \u202eabc\u0085\r\tend');
    expect(out).toEqual(['a[31mred]0;title abc\tend\n']);
  });

  it('is coloured on a terminal only, and not where colours are not wanted', () => {
    const line = { text: 'x', tone: 'bad' } as const;
    const [tty, pipe, plain] = [written(true, true), written(false, true), written(true, false)];
    for (const { terminal } of [tty, pipe, plain]) terminal.print(line);
    expect(tty.out).toEqual(['\u001b[31mx\u001b[39m\n']);
    expect([pipe.out, plain.out]).toEqual([['x\n'], ['x\n']]);
  });

  it('asks a person only where both ends are a terminal', () => {
    expect(written(true, false).terminal.interactive).toBe(true);
    expect(written(false, false).terminal.interactive).toBe(false);
  });
});

describe('a diff', () => {
  it('has a tone for what came and what went', () => {
    const diff = 'diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-old\n+new\n same\n';
    expect(diffLines(diff).map((line) => line.tone)).toEqual([
      'strong',
      'strong',
      'strong',
      'dim',
      'bad',
      'good',
      'plain',
    ]);
    expect(diffLines('')).toEqual([]);
  });
});

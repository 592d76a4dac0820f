import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { terminalOf } from '../../engine/cli/terminal';
import { hoverAt } from '../../engine/flow/language/hover';
import { plainNotice, showWarning } from '../../extension/plainNotice';

const shown = vi.hoisted((): unknown[][] => []);
vi.hoisted(() => vi.resetModules());
vi.mock('vscode', () => ({
  window: { showWarningMessage: async (...given: unknown[]) => void shown.push(given) },
}));

const extension = join(import.meta.dirname, '../../extension');
const webview = join(import.meta.dirname, '../../webview');
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));

/** As VS Code finds links in a notification. */
const LINK = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/gi;
const EVIL = 'fix [Click](command:workbench.action.quit) [Look](https://evil.example/x)';
const CONTROL = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202egnp.exe\u2066';
/** Control characters but the line break, and those that turn the order of what is read. */
const STEERS = /(?!\n)[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c]/u;

/** Markdown that is more than words. */
const ACTIVE = /!\[|\]\(|<img|`/;
const outsideCode = (markdown: string): string => markdown.replace(/`[^`\n]*`/g, '').replace(/\\[!-/:-@[-`{-~]/g, '');

describe('text of a repository, where people see it', () => {
  it('is no link of a notification, and steers nothing; as it is given it would be one', async () => {
    expect([...EVIL.matchAll(LINK)]).toHaveLength(2);
    expect([...plainNotice(EVIL).matchAll(LINK)]).toEqual([]);
    expect(plainNotice(CONTROL)).toBe(']0;owned[2J31mgnp.exe');
    await showWarning(`Run ${EVIL}?`, { modal: true, detail: CONTROL }, 'Yes');
    expect(shown[0]?.[0]).toBe(`Run ${plainNotice(EVIL)}?`);
    expect(shown[0]?.[1]).toEqual({ modal: true, detail: ']0;owned[2J31mgnp.exe' });
    expect(shown[0]?.[2]).toBe('Yes');
  });

  it('comes to notifications and dialogs by that one door', () => {
    const around = filesOf(extension).filter(({ text }) => /show(Information|Warning|Error)Message/.test(text));
    expect(around.map(({ name }) => name)).toEqual(['plainNotice.ts']);
  });

  it('is drawn by React and never as HTML; no page and no code opens a link or a command that a text names', () => {
    for (const { name, text } of [...filesOf(webview), ...filesOf(extension)]) {
      expect(text, name).not.toMatch(
        /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write/,
      );
      expect(text, name).not.toMatch(/supportHtml\s*[:=]\s*true|isTrusted\s*[:=]\s*true/);
      expect(text, name).not.toMatch(/\beval\(|new Function\(/);
    }
  });

  it('commands stand in Markdown in one place, made there, and only one command may be run from it', () => {
    const trusted = filesOf(extension).filter(({ text }) => /\.isTrusted = /.test(text));
    expect(trusted.map(({ name }) => name)).toEqual(['beside/hoverText.ts']);
    expect(trusted[0]?.text).toContain('isTrusted = { enabledCommands: [COMMANDS.openRow] }');
  });

  it('is no picture, link or HTML in a hover of a flow, wherever the flow holds it', () => {
    const evil = '`![x](https://evil.example/p.png) <img src=x> [l](command:x) `';
    const flow = {
      converge: 1,
      id: 'a',
      start: 'work',
      workers: { doer: { use: evil, model: evil } },
      channels: { all: { reducer: evil } },
      inputs: { in: { type: evil, default: evil, description: evil } },
      steps: { work: { kind: evil, title: evil, worker: 'doer', next: '@stop', writes: 'all' } },
      loops: { fix: { type: evil, head: 'work', tail: 'work', onExhausted: evil } },
    };
    const text = JSON.stringify(flow);
    for (const name of ['work', 'doer', 'all', 'in', 'fix']) {
      const hover = hoverAt(text, text.indexOf(`"${name}":`) + 1, []);
      expect(hover, name).toBeDefined();
      expect(outsideCode((hover?.paragraphs ?? []).join('\n')), name).not.toMatch(ACTIVE);
    }
    // The twin: set between backticks as it is, it ends them and is all of that.
    expect(outsideCode(`\`${evil}\``)).toMatch(ACTIVE);
  });

  it('steers no terminal: what the program prints and complains, and its JSON, which says the same', () => {
    const said: string[] = [];
    const stream = { isTTY: true, write: (text: string) => said.push(text) };
    const terminal = terminalOf({ stdin: stream, stdout: stream, stderr: stream }, { colour: false });
    terminal.print(`step ${CONTROL}`);
    terminal.complain({ text: CONTROL, tone: 'bad' });
    terminal.json({ text: CONTROL });
    for (const text of said) expect(text).not.toMatch(STEERS);
    expect(JSON.parse(said[2] ?? '')).toEqual({ text: CONTROL });
    expect(JSON.stringify({ text: CONTROL })).toMatch(STEERS);
  });
});

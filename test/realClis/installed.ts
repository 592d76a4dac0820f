import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Kept outside of the repository and of temporary folders, where one of the programs refuses to put its helpers. */
const CACHE = process.env.CONVERGE_CLI_CACHE ?? join(homedir(), '.cache/converge-clis');

/** A new home of a program, below the cache. */
export function newHome(use: string): string {
  const home = join(CACHE, 'homes', `${use}-${process.pid}-${count++}`);
  mkdirSync(home, { recursive: true });
  return home;
}
let count = 0;

/** The path of a program from npm, installed where it is not there yet. Some unpack themselves in a script of their own. */
export function installed(name: string, script?: string): { readonly program: string; readonly bin: string } {
  const command = COMMANDS[name] ?? name;
  const bin = join(CACHE, 'node_modules/.bin');
  const program = join(bin, command);
  if (!existsSync(program)) {
    mkdirSync(CACHE, { recursive: true });
    if (!existsSync(join(CACHE, 'package.json'))) writeFileSync(join(CACHE, 'package.json'), '{"private":true}\n');
    run('npm', ['install', '--no-audit', '--no-fund', name]);
    if (script !== undefined) run(process.execPath, [join('node_modules', name, script)]);
  }
  return { program, bin };
}

const COMMANDS: Readonly<Record<string, string>> = {
  '@anthropic-ai/claude-code': 'claude',
  '@openai/codex': 'codex',
  '@google/gemini-cli': 'gemini',
  '@github/copilot': 'copilot',
  'opencode-ai': 'opencode',
};

function run(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { cwd: CACHE, encoding: 'utf8', timeout: 300_000 });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr.slice(-2000)}`);
}

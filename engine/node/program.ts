import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';

/** What to start for a program's name, without a shell on any system. */
export type Startable =
  | { readonly found: true; readonly file: string; readonly before: readonly string[] }
  | { readonly found: false; readonly why: string };

/**
 * Looks a program up as the system would. On Windows a `.cmd` shim is resolved to the script it starts, since nothing is
 * spawned through a shell. `why` names the program and every place where it was looked for.
 */
export function findProgram(program: string, cwd: string, env: Readonly<Record<string, string>>): Startable {
  const windows = process.platform === 'win32';
  const path = env.PATH ?? env.Path ?? '';
  const byPath = !(isAbsolute(program) || program.includes('/') || (windows && program.includes('\\')));
  const places = byPath ? path.split(delimiter).filter((place) => place !== '') : [''];
  const endings = windows ? ['', ...(env.PATHEXT ?? '.COM;.EXE;.BAT;.CMD').toLowerCase().split(';')] : [''];
  let unusable = '';
  for (const place of places) {
    for (const ending of endings) {
      const file = resolve(cwd, place, program + ending);
      if (!isFile(file)) continue;
      if (/\.(cmd|bat)$/i.test(file)) {
        const script = shimTarget(readFileSync(file, 'utf8'));
        if (script === undefined) {
          unusable = ` ${file} is a batch file that cannot be started without a shell.`;
          continue;
        }
        const target = join(dirname(file), script);
        return /\.exe$/i.test(target)
          ? { found: true, file: target, before: [] }
          : { found: true, file: 'node', before: [target] };
      }
      if (windows || isExecutable(file)) return { found: true, file, before: [] };
      unusable = ` ${file} is there but not executable.`;
    }
  }
  const where = byPath ? `PATH: ${path || '(empty)'}` : resolve(cwd, program);
  return { found: false, why: `"${program}" was not found. Looked for it in ${where}.${unusable}` };
}

/** The script or program that a package manager's `.cmd` shim starts, relative to the shim's folder. */
export function shimTarget(text: string): string | undefined {
  const script = /%(?:~dp0|dp0%)[\\/]*([^"%\r\n]+\.[cm]?js)/i.exec(text)?.[1];
  // A shim of a script names a `node.exe` beside itself too; what it starts is followed by all of its arguments.
  const program = /%(?:~dp0|dp0%)[\\/]*([^"%\r\n]+\.exe)"?\s+%\*/i.exec(text)?.[1];
  return (script ?? program)?.replaceAll('\\', '/');
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

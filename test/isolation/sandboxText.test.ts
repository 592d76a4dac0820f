import { describe, expect, it } from 'vitest';
import { around } from '../../engine/node/sandbox/around';
import { bubblewrapArguments } from '../../engine/node/sandbox/bubblewrap';
import { look } from '../../engine/node/sandbox/found';
import { ownPlaces } from '../../engine/node/sandbox/runSandbox';
import { seatbeltProfile } from '../../engine/node/sandbox/seatbelt';

const confinement = {
  writable: ['/home/me/app', '/home/me/.claude', '/home/me/app/deep'],
  readOnly: ['/home/me/app/.git', '/home/me/app/.converge'],
  network: true,
};

describe('the arguments of bubblewrap', () => {
  it('read-only root first, then private places, then what may be written, then what may not be', () => {
    expect(bubblewrapArguments(confinement, '/home/me/app', ['/bin/sh', '-c', 'x']).join(' ')).toBe(
      [
        '--unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try --die-with-parent --cap-drop ALL',
        '--ro-bind / / --dev /dev --proc /proc --tmpfs /tmp --tmpfs /var/tmp --tmpfs /run',
        '--ro-bind-try /run/systemd/resolve /run/systemd/resolve',
        '--ro-bind-try /run/NetworkManager /run/NetworkManager --ro-bind-try /run/resolvconf /run/resolvconf',
        '--ro-bind-try /run/nscd /run/nscd --ro-bind-try /run/current-system /run/current-system',
        '--ro-bind-try /run/wrappers /run/wrappers',
        '--bind-try /home/me/app /home/me/app --bind-try /home/me/.claude /home/me/.claude',
        '--bind-try /home/me/app/deep /home/me/app/deep',
        '--ro-bind-try /home/me/app/.git /home/me/app/.git',
        '--ro-bind-try /home/me/app/.converge /home/me/app/.converge',
        '--chdir /home/me/app -- /bin/sh -c x',
      ].join(' '),
    );
  });

  it('no network where none is wished', () => {
    const without = bubblewrapArguments({ ...confinement, network: false }, '/', ['x']);
    expect(without).toContain('--unshare-net');
    expect(bubblewrapArguments(confinement, '/', ['x'])).not.toContain('--unshare-net');
  });

  it('a program’s own words come behind --, so that none of them is an option', () => {
    const args = bubblewrapArguments(confinement, '/', ['--bind', '/', '/']);
    expect(args.slice(args.indexOf('--'))).toEqual(['--', '--bind', '/', '/']);
  });
});

describe('the profile of sandbox-exec', () => {
  it('nothing may be written but the places, and what must stay stands behind them', () => {
    expect(seatbeltProfile({ ...confinement, network: false })).toBe(
      `(version 1)
(allow default)
(deny file-write*)
(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (literal "/dev/dtracehelper") (literal "/dev/stdout") (literal "/dev/stderr") (regex #"^/dev/ttys"))
(allow file-write* (subpath "/home/me/app"))
(allow file-write* (subpath "/home/me/.claude"))
(allow file-write* (subpath "/home/me/app/deep"))
(deny file-write* (subpath "/home/me/app/.git"))
(deny file-write* (subpath "/home/me/app/.converge"))
(deny network*)
`,
    );
  });

  it('a path with quotes cannot end its text', () => {
    const profile = seatbeltProfile({ writable: ['/a")(allow file-write*)("'], readOnly: [], network: true });
    expect(profile).toContain('(subpath "/a\\")(allow file-write*)(\\"")');
    expect(profile).not.toContain('network');
  });
});

describe('policies', () => {
  const none = { is: 'none', why: 'bubblewrap is not installed' } as const;

  it('required fails closed where there is none; preferred goes without; off asks for none', () => {
    expect(around('required', none, confinement)).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('bubblewrap is not installed'),
    });
    expect(around('preferred', none, confinement)).toBeUndefined();
    expect(around('off', { is: 'bubblewrap', program: '/bin/bwrap' }, confinement)).toBeUndefined();
    const held = around('preferred', { is: 'bubblewrap', program: '/bin/bwrap' }, confinement);
    expect(held?.kind === 'in' && held.wrapped(['/bin/true'], '/').file).toBe('/bin/bwrap');
  });

  it('each worker has its own settings and nobody else’s', () => {
    const env = { HOME: '/h' };
    expect(ownPlaces('claude-code', env)).toEqual(['/h/.claude', '/h/.claude.json']);
    expect(ownPlaces('claude-code', { ...env, CLAUDE_CONFIG_DIR: '/c' })).toEqual(['/c']);
    expect(ownPlaces('codex', env)).toEqual(['/h/.codex']);
    expect(ownPlaces('command', env)).toEqual([]);
  });

  it('what is found is tried, and what is missing is said with what to do', async () => {
    const empty = await look('linux', { PATH: '/nowhere' });
    expect(empty).toMatchObject({ is: 'none', why: expect.stringContaining('not installed. Install it') });
    const other = await look('win32', {});
    expect(other).toMatchObject({ is: 'none', why: expect.stringContaining('none for this system') });
  });
});

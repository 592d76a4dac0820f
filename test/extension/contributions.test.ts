import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEBUG_TYPE } from '../../extension/debug/adapter/launcher';
import {
  COMMANDS,
  CONTAINER,
  CONTEXT,
  EDITOR,
  LANGUAGE,
  SCHEME,
  SETTINGS,
  TEXT_SCHEME,
  VIEWS,
} from '../../extension/ids';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const manifest = read('package.json');
const words = read('package.nls.json') as Readonly<Record<string, string>>;
const contributes = manifest.contributes;
const ids = (list: readonly Record<string, string>[], key: string) => list.map((item) => item[key]).sort();

/** Every text of a JSON value. */
const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];

describe('what package.json contributes is what the code uses', () => {
  it('commands, views, settings, editor, language and container', () => {
    expect(ids(contributes.commands, 'command')).toEqual(Object.values(COMMANDS).sort());
    expect(ids(contributes.views[CONTAINER], 'id')).toEqual(Object.values(VIEWS).sort());
    expect(Object.keys(contributes.configuration.properties).sort()).toEqual(Object.values(SETTINGS).sort());
    expect(ids(contributes.customEditors, 'viewType')).toEqual([EDITOR]);
    expect(ids(contributes.languages, 'id')).toEqual([LANGUAGE]);
    expect(ids(contributes.grammars, 'language')).toEqual([LANGUAGE]);
    expect(ids(contributes.viewsContainers.activitybar, 'id')).toEqual([CONTAINER]);
  });

  it('flows can be debugged: breakpoints in their text, and a debugger of the type that the adapter serves', () => {
    expect(contributes.breakpoints).toEqual([{ language: LANGUAGE }]);
    expect(ids(contributes.debuggers, 'type')).toEqual([DEBUG_TYPE]);
    const [{ languages, configurationAttributes, initialConfigurations, configurationSnippets }] =
      contributes.debuggers;
    expect(languages).toEqual([LANGUAGE]);
    expect(Object.keys(configurationAttributes)).toEqual(['launch', 'attach']);
    for (const { type, request, name, ...given } of [
      ...initialConfigurations,
      ...configurationSnippets.map(({ body }: { body: object }) => body),
    ]) {
      expect(type).toBe(DEBUG_TYPE);
      expect(name).toBeTruthy();
      const known = Object.keys(configurationAttributes[request].properties);
      expect(Object.keys(given).filter((key) => !known.includes(key))).toEqual([]);
    }
    expect(manifest.activationEvents).toContain(`onDebugResolve:${DEBUG_TYPE}`);
  });

  it('a tab of a run that comes back with the window activates the extension', () => {
    expect(manifest.activationEvents).toContain(`onFileSystem:${SCHEME}`);
    expect(manifest.activationEvents).toContain(`onFileSystem:${TEXT_SCHEME}`);
  });

  it('menus, keys and welcome texts name only what is contributed', () => {
    const known = new Set<string>(Object.values(COMMANDS));
    const used = [...Object.values(contributes.menus).flat(), ...contributes.keybindings] as { command: string }[];
    expect(used.filter((item) => !known.has(item.command))).toEqual([]);
    const views = new Set<string>(Object.values(VIEWS));
    expect(contributes.viewsWelcome.filter((welcome: { view: string }) => !views.has(welcome.view))).toEqual([]);
    const links = textsIn(words).flatMap((text) =>
      [...text.matchAll(/command:([\w.]+)/g)].map((found) => found[1] ?? ''),
    );
    expect(links.filter((link) => link.startsWith('converge.') && !known.has(link))).toEqual([]);
  });

  it('each state of a run offers what can be done to it, and nothing else', () => {
    const items = contributes.menus['view/item/context'] as readonly { command: string; when: string }[];
    const offered = (viewItem: string) =>
      items.flatMap(({ command, when }) => {
        const [, exact, pattern] = /viewItem (?:== ([\w.]+)|=~ \/(.+)\/)/.exec(when) ?? [];
        const fits = exact === undefined ? new RegExp(pattern ?? '^$').test(viewItem) : exact === viewItem;
        return when.startsWith('view == converge.runs') && fits ? [command.replace('converge.', '')] : [];
      });
    const controls = ['pause', 'stopAfterPass', 'changeCaps', 'resumeWithChanges', 'fork', 'answer'];
    const of = (viewItem: string) => offered(viewItem).filter((command) => controls.includes(command));
    expect(of('run.running.pausable.passes.notes')).toEqual(['pause', 'stopAfterPass', 'changeCaps', 'fork']);
    expect(of('run.running')).toEqual(['changeCaps', 'fork']);
    expect(of('run.waiting.asks')).toEqual(['answer', 'changeCaps', 'fork']);
    expect(of('run.waiting.resumable')).toEqual(['changeCaps', 'resumeWithChanges', 'fork']);
    for (const state of ['run.paused.resumable', 'run.interrupted.resumable', 'run.stopped.resumable'])
      expect(of(state), state).toEqual(['changeCaps', 'resumeWithChanges', 'fork']);
    expect(of('run.complete')).toEqual(['fork']);
    expect(of('run.unread')).toEqual([]);
    expect(of('question')).toEqual(['answer']);
    expect(of('fact')).toEqual([]);
  });

  it('when clauses name only context keys that the code sets', () => {
    const clauses = textsIn(contributes.menus).concat(textsIn(contributes.commands), textsIn(contributes.keybindings));
    const keys = clauses.flatMap((text) =>
      /[=&!]|^converge\.running$/.test(text) ? (text.match(/\bconverge\.\w+/g) ?? []) : [],
    );
    const known = new Set<string>([
      ...Object.values(CONTEXT),
      ...Object.values(VIEWS),
      ...Object.values(COMMANDS),
      EDITOR,
    ]);
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter((key) => !known.has(key))).toEqual([]);
  });

  it('every command is of the category Converge and has a title', () => {
    for (const command of contributes.commands) {
      expect(command.category, command.command).toBe('Converge');
      expect(words[command.title.slice(1, -1)], command.command).toBeTruthy();
    }
  });

  it('every text that is to be translated is there, and none is left over', () => {
    const used = textsIn(manifest).flatMap((text) => (/^%[^%]+%$/.test(text) ? [text.slice(1, -1)] : []));
    expect([...new Set(used)].sort()).toEqual(Object.keys(words).sort());
  });

  it('every file that is named is there', () => {
    const files = [
      manifest.icon,
      ...contributes.languages.flatMap((language: { configuration: string; icon: object }) => [
        language.configuration,
        ...Object.values(language.icon),
      ]),
      ...contributes.walkthroughs.flatMap(({ steps }: { steps: readonly { media: { svg: string } }[] }) =>
        steps.map(({ media }) => media.svg),
      ),
      ...ids(contributes.grammars, 'path'),
      ...ids(contributes.viewsContainers.activitybar, 'icon'),
    ];
    expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  it('settings have a scope, are twelve at most, and those that name programs are the machine’s and restricted', () => {
    const settings = contributes.configuration.properties as Readonly<Record<string, { scope?: string }>>;
    expect(Object.keys(settings).length).toBeLessThanOrEqual(12);
    const restricted = manifest.capabilities.untrustedWorkspaces.restrictedConfigurations;
    for (const [id, setting] of Object.entries(settings)) {
      expect(setting.scope, id).toBeDefined();
      const { workers, defaultWorkers, executables, prices, claudeExecutable, workerOverrides } = SETTINGS;
      const ofMachine: readonly string[] = [workers, defaultWorkers, executables, prices, claudeExecutable];
      const names = ofMachine.includes(id) || id === workerOverrides;
      expect(setting.scope === 'machine', id).toBe(names);
      expect(restricted.includes(id), id).toBe(names);
    }
  });

  it('what executes is off in an untrusted workspace and in a virtual one', () => {
    const enablement = (id: string) =>
      contributes.commands.find((command: { command: string }) => command.command === id).enablement ?? '';
    const { run, resume, answer, acceptLatch, pause, stopAfterPass, changeCaps, resumeWithChanges, fork } = COMMANDS;
    const executing: string[] = [
      run,
      resume,
      answer,
      acceptLatch,
      pause,
      stopAfterPass,
      changeCaps,
      resumeWithChanges,
      fork,
    ];
    executing.push(COMMANDS.debug, COMMANDS.attachDebugger, COMMANDS.restartFromHere);
    for (const id of executing) {
      expect(enablement(id), id).toContain('isWorkspaceTrusted');
      expect(enablement(id), id).toContain('!virtualWorkspace');
    }
    expect(enablement(COMMANDS.stop)).not.toContain('isWorkspaceTrusted');
  });

  it('a restart from a pass is offered once the pass is over', () => {
    const item = contributes.menus['view/item/context'].find(
      ({ command }: { command: string }) => command === COMMANDS.restartFromHere,
    );
    const pattern = new RegExp(/viewItem =~ \/(.*)\/$/.exec(item.when)?.[1] ?? '');
    const offered = ['pass', 'pass.changed', 'pass.open', 'pass.open.changed', 'run.running'].map((value) =>
      pattern.test(value),
    );
    expect(offered).toEqual([true, true, false, false, false]);
  });
});

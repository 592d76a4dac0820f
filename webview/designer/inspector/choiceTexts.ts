import { t } from '../../l10n';

/** The fixed words of the format that a person chooses from, each as it is read. */
export const choiceTexts = {
  access: { write: t('may change files'), read: t('may only read') },
  changedOnDisk: { claimed: t('each file that it claims'), any: t('something') },
  expect: { exit: t('exit code 0'), tests: t('tests run, none failed') },
  runAs: { run: t('a program'), shell: t('a shell text') },
  onOver: { stop: t('stop'), ask: t('ask a person') },
  isolation: { 'in-place': t('in the workspace itself'), worktree: t('in a git worktree of its own') },
  sandbox: { required: t('required'), preferred: t('where there is one'), off: t('off') },
  onFailure: { discard: t('the step fails'), collect: t('it is listed beside the others') },
  wait: { all: t('every branch of its wave'), any: t('the first branch') },
  onIncomplete: { error: t('fail'), rerun: t('run it again'), skip: t('take it as done') },
  onError: { keep: t('the claim is kept'), release: t('the claim is given back') },
  evaluator: {
    worker: t('a worker'),
    commands: t('commands'),
    when: t('a condition'),
    all: t('all of several'),
  },
  writes: { none: t('nothing'), channel: t('all of it to a channel'), map: t('values to several channels') },
  reducer: {
    last: t('the last write counts'),
    append: t('appended to a list'),
    add: t('added up'),
    merge: t('merged into an object'),
    union: t('a set: each value once'),
    byKey: t('field by field'),
  },
  type: {
    string: t('text'),
    number: t('number'),
    integer: t('whole number'),
    boolean: t('true or false'),
    array: t('list'),
    object: t('object'),
  },
  bool: { true: t('true'), false: t('false') },
  use: {
    'claude-code': t('Claude Code'),
    command: t('a program of your own'),
    scripted: t('outcomes given as data'),
    recorded: t('turns of an earlier run'),
  },
  meters: {
    none: t('nothing'),
    free: t('it costs nothing'),
    tokens: t('tokens'),
    usd: t('US dollars'),
  },
} as const;

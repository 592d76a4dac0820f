import type { CliCommand } from './command';
import { validate } from './validate';

/** The same under the name that people look for. */
export const check: CliCommand = { ...validate, name: 'check', summary: 'The same as validate' };

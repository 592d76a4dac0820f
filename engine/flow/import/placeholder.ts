import type { Json } from '../../json';

/** Stands for a command that the imported file does not have. It fails wherever it runs, so it is never evidence. */
export const NO_COMMAND: Json = {
  shell: 'echo "Imported without its command: put the real one here." && exit 1',
};
export const NO_COMMAND_WHY =
  'Its commands stand elsewhere. A placeholder that always fails is in their place: put the real ones in "commands".';

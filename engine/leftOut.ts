import { counted } from './counted';

/** The line that stands in a program's output where the middle of it was not kept. Who reads the output knows it by `isLeftOut`. */
export const leftOutLine = (bytes: number): string => `[… ${counted(bytes, 'byte')} left out …]`;

/** Whether output lacks its middle. */
export const isLeftOut = (output: string): boolean => LEFT_OUT.test(output);

const LEFT_OUT = /^\[… [\d,]+ bytes? left out …\]$/m;

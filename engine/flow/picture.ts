import { parseFlow } from './parse';
import { svgOf } from './svg';

/** The picture of a flow's text. */
export const pictureOf = (text: string): string => svgOf(parseFlow(text).value ?? {});

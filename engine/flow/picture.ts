import { parseFlow } from './parse';
import { svgOf } from './svg';

/** The picture of a flow's text, without a ground of its own: it stands on that of the page that shows it. */
export const pictureOf = (text: string): string =>
  svgOf(parseFlow(text).value ?? {}).replace(/<rect class="page"[^>]*>\n?/, '');

/**
 * The translation of the window as a page carries it: data that is never run, so that no policy of the page minds it.
 * Nothing where the window speaks English. A `<` is escaped: no text can end the element.
 */
export const pageWords = (bundle: Readonly<Record<string, string>> | undefined): string =>
  bundle === undefined
    ? ''
    : `<script type="application/json" id="l10n">${JSON.stringify(bundle).replaceAll('<', '\\u003c')}</script>\n`;

/**
 * One line of text as Markdown that reads as just this text: no emphasis, link, address, image, entity or HTML in it. Unlike
 * `MarkdownString.appendText` it keeps its blanks, so that long lines wrap between words.
 */
export const plainMarkdown = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[!-/:-@[-`{-~]/g, (letter) => `\\${letter}`);

import contrast from './themes/contrast.json';
import contrastLight from './themes/contrastLight.json';
import dark from './themes/dark.json';
import light from './themes/light.json';

/** What VS Code gives a webview in four of its themes: as VS Code 1.139 wrote it, but for its fonts. */
const themes: Readonly<Record<ThemeName, Readonly<Record<string, string>>>> = { dark, light, contrast, contrastLight };

export const THEMES = ['dark', 'light', 'contrast', 'contrastLight'] as const;
export type ThemeName = (typeof THEMES)[number];

export const themeCss = (name: ThemeName): string =>
  `:root{${Object.entries(themes[name])
    .map(([key, value]) => `--vscode-${key}:${value};`)
    .join('')}}`;

/** How VS Code marks the body of a webview. */
export const themeClass = (name: ThemeName): string => {
  switch (name) {
    case 'contrast':
      return 'vscode-high-contrast';
    case 'contrastLight':
      return 'vscode-high-contrast-light vscode-high-contrast';
    default:
      return `vscode-${name}`;
  }
};

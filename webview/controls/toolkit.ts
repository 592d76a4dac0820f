import {
  provideVSCodeDesignSystem,
  vsCodeButton,
  vsCodeCheckbox,
  vsCodeTextArea,
  vsCodeTextField,
} from '@vscode/webview-ui-toolkit';

let registered = false;

/**
 * Makes the toolkit's elements known to the page, once. Lists stay plain `select` elements: the toolkit's dropdown loses
 * its value when options change and is not a native control for assistive technology.
 */
export function registerToolkit(): void {
  if (registered) return;
  registered = true;
  provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeCheckbox(), vsCodeTextArea(), vsCodeTextField());
}

/** VS Code as a page of ours sees it. */
export interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** May be called once in the life of a page: VS Code gives its handle out only once. */
export const connectVsCode = (): VsCodeApi => acquireVsCodeApi();

/** Of the API of VS Code what asking a language model touches, for tests that run outside of it. */

export class LanguageModelTextPart {
  constructor(readonly value: string) {}
}

export class LanguageModelToolCallPart {
  constructor(
    readonly callId: string,
    readonly name: string,
    readonly input: object,
  ) {}
}

export class LanguageModelToolResultPart {
  constructor(
    readonly callId: string,
    readonly content: readonly unknown[],
  ) {}
}

export const LanguageModelChatMessage = {
  User: (content: unknown) => ({ role: 'user', content }),
  Assistant: (content: unknown) => ({ role: 'assistant', content }),
};

export class CancellationTokenSource {
  readonly token = { isCancellationRequested: false };
  cancel(): void {
    this.token.isCancellationRequested = true;
  }
  dispose(): void {}
}

export const l10n = {
  t: (text: string, ...given: readonly unknown[]) => text.replace(/\{(\d)\}/g, (_, at) => String(given[Number(at)])),
};

// The extension that provides the model: a window's models come from extensions, and so does this one.
const vscode = require('vscode');

/** Tests set `answer`; every request that came is kept in `asked`. */
const model = { asked: [], answer: async () => ({ text: 'Nobody told me what to say.' }) };

const provider = {
  provideLanguageModelChatInformation: async () => [
    {
      ...{ id: 'repairer', name: 'Repairer', family: 'repairing', version: '1' },
      ...{ maxInputTokens: 100_000, maxOutputTokens: 10_000, capabilities: { toolCalling: true } },
    },
  ],
  provideLanguageModelChatResponse: async (_model, messages, options, progress, token) => {
    model.asked.push({ messages, options });
    const { text, calls = [], usage } = await model.answer(messages, token);
    if (text) progress.report(new vscode.LanguageModelTextPart(text));
    for (const { id, name, input } of calls) progress.report(new vscode.LanguageModelToolCallPart(id, name, input));
    if (usage) progress.report(vscode.LanguageModelDataPart.json(usage, 'usage'));
  },
  provideTokenCount: async () => 1,
};

exports.activate = (context) => {
  // Of VS Code 1.104: before it there is nothing to register with, and `model` says so.
  const register = vscode.lm.registerLanguageModelChatProvider;
  if (register) context.subscriptions.push(register('converge-test', provider));
  return { ...(register ? { model } : {}) };
};

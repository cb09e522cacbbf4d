/** The services that answer questions: two APIs, and Ollama, which has the first of them. */
export type AssistantServiceKind = 'openai' | 'anthropic' | 'ollama'

import type { SecretQuestion, SecretQuestionsEvent } from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'
import type { ServerClient } from '../../server-client/server-client.ts'

/** The questions to the user about secrets, one after the other. */
export function createSecretQuestions(calls: Pick<ServerClient['sends'], 'allowSecret' | 'giveSecrets'>) {
  const store = createStore<{ readonly questions: readonly SecretQuestion[] }>(() => ({ questions: [] }))
  const close = (questionId: string) =>
    store.setState(({ questions }) => ({
      questions: questions.filter(question => question.questionId !== questionId),
    }))
  return {
    store,
    receive: ({ questions }: SecretQuestionsEvent) => store.setState({ questions }),
    allow(questionId: string, isAllowed: boolean): void {
      close(questionId)
      // A lost server has ended the send.
      void calls.allowSecret({ questionId, isAllowed }).catch(() => undefined)
    },
    /** Answers with the values of the secrets; null if the user does not give them. */
    give(questionId: string, texts: readonly string[] | null): void {
      close(questionId)
      void calls.giveSecrets({ questionId, texts: texts && [...texts] }).catch(() => undefined)
    },
  }
}

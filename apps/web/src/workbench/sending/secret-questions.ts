import type { SecretQuestion, SecretQuestionsEvent } from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'
import type { ServerClient } from '../../server-client/server-client.ts'

/** What the user is asked of secrets, one after the other. */
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
      // A server that is gone has ended the send.
      void calls.allowSecret({ questionId, isAllowed }).catch(() => undefined)
    },
    /** Null: they are not given. */
    give(questionId: string, texts: readonly string[] | null): void {
      close(questionId)
      void calls.giveSecrets({ questionId, texts: texts && [...texts] }).catch(() => undefined)
    },
  }
}

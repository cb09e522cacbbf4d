import type { SecretQuestion, SecretQuestionsEvent } from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'

/** Takes the answers; a question that is not open any more takes none. */
export interface SecretAnswers {
  allow(questionId: string, isAllowed: boolean): void
  give(questionId: string, texts: readonly string[] | null): void
}

/** What the user is asked of secrets, one after the other. */
export function createSecretQuestions(ports: SecretAnswers) {
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
      ports.allow(questionId, isAllowed)
    },
    /** Null: they are not given. */
    give(questionId: string, texts: readonly string[] | null): void {
      close(questionId)
      ports.give(questionId, texts)
    },
  }
}

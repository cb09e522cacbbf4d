import type { SecretQuestion, SecretQuestionsEvent } from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'

/** What the user is asked of secrets, one after the other. */
export function createSecretQuestions(ports: { answer(questionId: string, isAllowed: boolean): void }) {
  const store = createStore<{ readonly questions: readonly SecretQuestion[] }>(() => ({ questions: [] }))
  return {
    store,
    receive: ({ questions }: SecretQuestionsEvent) => store.setState({ questions }),
    answer(questionId: string, isAllowed: boolean): void {
      store.setState(({ questions }) => ({
        questions: questions.filter(question => question.questionId !== questionId),
      }))
      ports.answer(questionId, isAllowed)
    },
  }
}

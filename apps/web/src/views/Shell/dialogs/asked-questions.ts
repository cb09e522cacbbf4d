import type { StoreApi } from 'zustand/vanilla'
import type { Stores } from '../../../wiring/create-stores.ts'

/** Whether a question is asked at the moment. */
export interface AskedQuestion {
  isAsked(): boolean
  /** Calls back after each change of the store; returns a function that stops this. */
  subscribe(onChange: () => void): () => void
}

/** The questions that block an action until the user answers, and when each is asked. */
export const askedQuestions = {
  closeTab: ({ workbench }) => questionOf(workbench.store, state => state.closingTabId !== null),
  closeWindow: ({ desktop }) => questionOf(desktop.store, state => state.isAskingToClose),
  conflict: ({ conflicts, typing }) =>
    afterTyping(
      typing,
      questionOf(conflicts.store, state => state.conflicts.length > 0),
    ),
  deleteEnvironment: ({ environments }) => questionOf(environments.store, state => state.deletingId !== null),
  secret: ({ secretQuestions }) => questionOf(secretQuestions.store, state => state.questions.length > 0),
} as const satisfies Readonly<Record<string, (stores: Stores) => AskedQuestion>>

/** The name of a question. */
export type QuestionName = keyof typeof askedQuestions

/** All names of questions, in the order in which those that come together are shown. */
export const questionNames = Object.keys(askedQuestions).filter(
  (name): name is QuestionName => name in askedQuestions,
)

function questionOf<State>(
  { getState, subscribe }: Pick<StoreApi<State>, 'getState' | 'subscribe'>,
  isAsked: (state: State) => boolean,
): AskedQuestion {
  return { subscribe, isAsked: () => isAsked(getState()) }
}

/** A question that comes without being asked for waits until the user pauses, so that it takes no key of a text. */
function afterTyping(typing: Stores['typing'], question: AskedQuestion): AskedQuestion {
  return {
    subscribe(onChange) {
      const ends = [question.subscribe(onChange), typing.subscribe(onChange)]
      return () => {
        for (const end of ends) end()
      }
    },
    isAsked: () => question.isAsked() && !typing.getState().isTyping,
  }
}

import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { GraphQlCalls } from '../../graphql/worker/graphql-calls.ts'
import { useGraphQlLanguage, useGraphQlSchemas } from '../../wiring/use-stores.ts'

/** The calls about the schema that ask with a text. */
type TextCall = 'describeType' | 'describeMember' | 'searchSchema'

/** Returns what the worker says to a text, of the schema that it has now; undefined until the first answer is there. */
export function useAnswer<Name extends TextCall>(
  name: Name,
  text: string,
): GraphQlCalls[Name]['answer'] | undefined {
  const language = useGraphQlLanguage()
  const revision = useStore(useGraphQlSchemas().store, state => state.revision)
  const [answer, setAnswer] = useState<GraphQlCalls[Name]['answer']>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another schema has another answer.
  useEffect(() => {
    let isUnmounted = false
    void language.call(name, text).then(outcome => {
      if (!isUnmounted && 'answer' in outcome) setAnswer(() => outcome.answer)
    })
    return () => {
      isUnmounted = true
    }
  }, [language, revision, name, text])
  return answer
}

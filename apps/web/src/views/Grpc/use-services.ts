import type { ListedService } from '@parley/protobuf'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useGrpcDefinitions, useGrpcLanguage } from '../../wiring/use-stores.ts'

/** Returns the services of the definition that the worker has; null while there is none. */
export function useServices(tabId: string): readonly ListedService[] | null {
  const language = useGrpcLanguage()
  const definitions = useGrpcDefinitions()
  const revision = useStore(definitions.store, state => state.revision)
  const isLoaded = useStore(definitions.store, state => (state.tabs[tabId]?.loaded ?? null) !== null)
  const [services, setServices] = useState<readonly ListedService[] | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision is another definition.
  useEffect(() => {
    let isUnmounted = false
    void language.call('listServices', null).then(outcome => {
      if (!isUnmounted && 'answer' in outcome) setServices(outcome.answer)
    })
    return () => {
      isUnmounted = true
    }
  }, [language, revision])
  return isLoaded ? services : null
}

import { useEffect, useState } from 'react'
import { requestWords } from './RowTable.tsx'
import type { TableWords } from './row-cells.ts'

type HeaderSuggestions = typeof import('../../../workbench/suggestions/suggest-headers.ts')

/** Loads what suggests names and values of headers; null until then. */
export function useHeaderSuggestions(): HeaderSuggestions | null {
  const [loaded, setLoaded] = useState<HeaderSuggestions | null>(null)
  useEffect(() => {
    let isUnmounted = false
    const load = async () => {
      const suggestions = await import('../../../workbench/suggestions/suggest-headers.ts')
      if (!isUnmounted) setLoaded(suggestions)
    }
    void load()
    return () => {
      isUnmounted = true
    }
  }, [])
  return loaded
}

/** The texts of a table of headers. */
export function useHeaderWords(): TableWords {
  const loaded = useHeaderSuggestions()
  if (loaded === null) return requestWords
  const { suggestHeaderNames, suggestHeaderValues } = loaded
  return { ...requestWords, suggestKey: suggestHeaderNames, suggestValue: suggestHeaderValues }
}

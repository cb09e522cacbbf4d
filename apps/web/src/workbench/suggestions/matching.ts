import type { Suggestion } from '../../components/fields/suggestion.ts'

/** As many as the list shows without scrolling. */
const maximumSuggestions = 8

/** Returns those that begin with the typed text first, then those that contain it; none if it is all of one. */
export function matching(all: readonly Suggestion[], typed: string): readonly Suggestion[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return []
  const found = all.filter(({ name }) => name.toLowerCase().includes(wanted))
  if (found.some(({ name }) => name.toLowerCase() === wanted) && found.length === 1) return []
  const begins = ({ name }: Suggestion) => name.toLowerCase().startsWith(wanted)
  return [...found.filter(begins), ...found.filter(one => !begins(one))].slice(0, maximumSuggestions)
}

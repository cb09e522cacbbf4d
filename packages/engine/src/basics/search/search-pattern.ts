import { ok, type Result } from '@parley/model'
import type { SearchOptions, SearchPattern } from './search-options.ts'

export type { SearchMatch, SearchOptions, SearchPattern } from './search-options.ts'

export const plainSearch: SearchOptions = {
  isCaseSensitive: false,
  isWholeWord: false,
  isRegularExpression: false,
}

/**
 * Creates the pattern for a typed text. A regular expression is one of RE2, so no text can make it slow.
 * @returns a sentence if it is not a regular expression
 */
export async function searchPattern(
  typed: string,
  options: SearchOptions,
): Promise<Result<SearchPattern, string>> {
  if (!options.isRegularExpression) return ok(textPattern(typed, options))
  // Most searches are for texts, and expressions need a library.
  const { expressionPattern } = await import('./expression-pattern.ts')
  return expressionPattern(typed, options)
}

function textPattern(typed: string, { isCaseSensitive, isWholeWord }: SearchOptions): SearchPattern {
  const escaped = typed.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  const source = isWholeWord ? `(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])` : escaped
  const pattern = new RegExp(source, isCaseSensitive ? 'gu' : 'giu')
  return {
    looksBehind: isWholeWord,
    maximumLength: typed.length + 1,
    *matches(text, from) {
      pattern.lastIndex = from
      for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
        // Whoever takes the matches may search another text meanwhile.
        const next = pattern.lastIndex
        yield { index: found.index, length: found[0].length }
        pattern.lastIndex = next
      }
    },
  }
}

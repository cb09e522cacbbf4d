import { failed, ok, type Result } from '@parley/model'
import { RE2JS } from 're2js'
import type { SearchOptions, SearchPattern } from './search-options.ts'

/** Matches of regular expressions have no length of their own; longer ones may be cut at the end of a piece of text. */
const maximumExpressionLength = 16_384

/** Creates the pattern for a regular expression of RE2, or a sentence that says why it is none. */
export function expressionPattern(
  typed: string,
  { isCaseSensitive, isWholeWord }: SearchOptions,
): Result<SearchPattern, string> {
  const source = isWholeWord ? `\\b(?:${typed})\\b` : typed
  const flags = RE2JS.MULTILINE | (isCaseSensitive ? 0 : RE2JS.CASE_INSENSITIVE)
  try {
    // Checked alone first: the parentheses around it could complete it.
    RE2JS.compile(typed, flags)
    const pattern = RE2JS.compile(source, flags)
    return ok({
      looksBehind: true,
      maximumLength: maximumExpressionLength,
      *matches(text, from) {
        const matcher = pattern.matcher(text)
        for (let isFound = matcher.find(from); isFound; isFound = matcher.find()) {
          const [index, end] = [matcher.start(), matcher.end()]
          if (end > index) yield { index, length: end - index }
        }
      },
    })
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error))
  }
}

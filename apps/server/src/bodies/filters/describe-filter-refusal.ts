import type { BodyFilterRefusal } from '../../contract/index.ts'

/** Why a filter was not applied; `position` is a 0-based index into the filter. */
export type FilterRefusalCause =
  | { readonly code: 'BAD_FILTER'; readonly reason: string; readonly position: number }
  | { readonly code: Exclude<BodyFilterRefusal['code'], 'BAD_FILTER'> }

const messages: Readonly<Record<Exclude<BodyFilterRefusal['code'], 'BAD_FILTER'>, string>> = {
  NOT_JSON: 'The body is not valid JSON, so it cannot be filtered.',
  NOT_WHOLE: 'The body is incomplete, so it cannot be filtered. Send again.',
  TOO_LARGE: 'A body of more than 20 MB cannot be filtered. Use Find in response.',
  TOO_SLOW: 'The filter took too long and was stopped. Make it narrower.',
  TOO_MUCH_MEMORY: 'The filter needed too much memory and was stopped. Make it narrower.',
  TOO_MANY_MATCHES: 'The matches are more than 64 MB. Make the filter narrower.',
  TOO_DEEP: 'The body is nested too deeply for this filter. Make it narrower.',
  FAILED: 'The filter could not be applied. Send again.',
}

/** Returns a sentence that says why a filter was not applied and what to do. */
export function describeFilterRefusal(cause: FilterRefusalCause): BodyFilterRefusal {
  if (cause.code !== 'BAD_FILTER') return { code: cause.code, message: messages[cause.code], position: null }
  const { code, reason, position } = cause
  const isRootMissing = position === 0
  const message = isRootMissing
    ? 'A filter is a JSONPath and begins with $, as in $[*].title.'
    : `Invalid JSONPath at character ${position + 1}: ${reason}.`
  return { code, message, position }
}

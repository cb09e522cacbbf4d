import type { HeaderField } from '@parley/model'
import { holdsReference, isCredentialHeader, isCredentialName } from '../credential-names.ts'

/**
 * Replaces the values of credential headers with placeholders. References are kept, and the pseudo-header
 * fields of HTTP/2 are dropped.
 */
export function hideInHeaders(fields: readonly HeaderField[]): readonly HeaderField[] {
  return fields.map(field =>
    isCredentialHeader(field.name) && !holdsReference(field.value)
      ? { name: field.name, value: `{{${field.name.toLowerCase()}}}` }
      : field,
  )
}

/** Replaces the values of params that are named like credentials. */
export function hideInUrl(url: string): string {
  const start = url.indexOf('?')
  return start < 0 ? url : url.slice(0, start + 1) + hideInPairs(url.slice(start + 1))
}

/** Replaces the values of members or fields that are named like credentials. */
export function hideInBody(text: string, mediaType: string): string {
  if (/^application\/x-www-form-urlencoded/i.test(mediaType)) return hideInPairs(text)
  // Without a text as the value of a member there is nothing to hide.
  if (!/"\s*:\s*"/.test(text)) return text
  /** The name of the member whose value comes next. */
  let member: string | null = null
  // A string that does not end goes on to the end of the text, so that each character is read once.
  return text.replace(
    /"((?:[^"\\]|\\.)*)("?)(\s*:\s*(?="))?/g,
    (whole, content: string, end: string, colon?: string) => {
      const name = member
      member = colon === undefined ? null : content
      const isValue = name !== null && colon === undefined && end !== ''
      const isHidden = isValue && isCredentialName(name) && content !== '' && !holdsReference(content)
      return isHidden ? `"{{${name}}}"` : whole
    },
  )
}

function hideInPairs(text: string): string {
  return text
    .split('&')
    .map(pair => {
      const end = pair.indexOf('=')
      const [name, value] = end < 0 ? [pair, ''] : [pair.slice(0, end), pair.slice(end + 1)]
      return isCredentialName(name) && value !== '' && !holdsReference(value) ? `${name}={{${name}}}` : pair
    })
    .join('&')
}

import type { HeaderField } from '@parley/model'

/** Headers that identify the user, and those that are named after what they hold. */
const credentialHeaders =
  /^(?:authorization|proxy-authorization|cookie|set-cookie|x-amz-security-token)$|api-?key|token|secret/i

/** What members of bodies and params that hold credentials are called. */
const credentialName =
  /^(?!.*(?:type|expires|expiry|endpoint|ur[il])(?:_?in)?$).*(?:pass(?:word|wd|phrase)|secret|token|api[-_]?key|signature|credential|assertion)/i

/** Headers with placeholders for what identifies the user; references stay, those of HTTP/2 itself go. */
export function hideInHeaders(fields: readonly HeaderField[]): readonly HeaderField[] {
  return fields.map(field =>
    credentialHeaders.test(field.name) && !isReference(field.value)
      ? { name: field.name, value: `{{${field.name.toLowerCase()}}}` }
      : field,
  )
}

/** A URL with placeholders for the values of params that are named after credentials. */
export function hideInUrl(url: string): string {
  const start = url.indexOf('?')
  return start < 0 ? url : url.slice(0, start + 1) + hideInPairs(url.slice(start + 1))
}

/** A body with placeholders for the values of members or fields that are named after credentials. */
export function hideInBody(text: string, mediaType: string): string {
  if (/^application\/x-www-form-urlencoded/i.test(mediaType)) return hideInPairs(text)
  return text.replace(
    /("(?:[^"\\]|\\.)*")(\s*:\s*)"((?:[^"\\]|\\.)*)"/g,
    (whole, quoted: string, colon: string, value: string) => {
      const name = quoted.slice(1, -1)
      const isHidden = credentialName.test(name) && value !== '' && !isReference(value)
      return isHidden ? `${quoted}${colon}"{{${name}}}"` : whole
    },
  )
}

function hideInPairs(text: string): string {
  return text
    .split('&')
    .map(pair => {
      const end = pair.indexOf('=')
      const [name, value] = end < 0 ? [pair, ''] : [pair.slice(0, end), pair.slice(end + 1)]
      return credentialName.test(name) && value !== '' && !isReference(value) ? `${name}={{${name}}}` : pair
    })
    .join('&')
}

function isReference(value: string): boolean {
  return /\{\{[^{}]+\}\}/.test(value)
}

import mediaTypes from 'mime-db/db.json' with { type: 'json' }
import type { Suggest } from '../../components/fields/suggestion.ts'
import { headerNames, headerValues } from './header-names.ts'
import { matching } from './matching.ts'

/** The media types of requests and responses that people type most, before all others. */
const commonTypes = [
  'application/json',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
  'text/html',
  'text/csv',
  'text/event-stream',
  'application/octet-stream',
  'application/graphql-response+json',
  'application/problem+json',
  'application/x-ndjson',
  'application/pdf',
  'application/yaml',
  'image/png',
  'image/jpeg',
]

/** The names that people type most, before all others. */
const commonNames: ReadonlySet<string> = new Set([
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Authorization',
  'Cache-Control',
  'Content-Encoding',
  'Content-Language',
  'Content-Type',
  'Cookie',
  'Idempotency-Key',
  'If-Match',
  'If-Modified-Since',
  'If-None-Match',
  'Origin',
  'Range',
  'Referer',
  'User-Agent',
  'X-API-Key',
  'X-Request-ID',
])

/** The common ones first, then those with a line of help; those that are no longer used last. */
const names = Object.entries(headerNames)
  .map(([name, detail]) => ({ name, detail }))
  .toSorted((one, other) => rankOf(one) - rankOf(other))

function rankOf({ name, detail }: { readonly name: string; readonly detail: string }): number {
  if (commonNames.has(name)) return 0
  if (detail.endsWith('; deprecated') || detail.endsWith('; obsolete')) return 3
  return detail === '' ? 2 : 1
}
const types = [...new Set([...commonTypes, ...Object.keys(mediaTypes)])].map(name => ({ name, detail: '' }))

/** Suggests names of header fields. */
export const suggestHeaderNames: Suggest = typed => matching(names, typed)

/** Suggests media types, also after a comma as in `Accept`. */
export const suggestMediaTypes: Suggest = typed => {
  const start = Math.max(typed.lastIndexOf(','), 0)
  const last = typed.slice(start).replace(/^,?\s*/, '')
  const before = typed.slice(0, typed.length - last.length)
  return matching(types, last).map(({ name, detail }) => ({ name, detail, text: before + name }))
}

/** Returns what suggests values of a header field; undefined if none are known. */
export function suggestHeaderValues(fieldName: string): Suggest | undefined {
  const name = fieldName.trim().toLowerCase()
  if (name === 'accept' || name === 'content-type') return suggestMediaTypes
  const values = headerValues[name]
  if (values === undefined) return undefined
  return typed =>
    matching(
      values.map(value => ({ name: value, detail: '' })),
      typed,
    )
}

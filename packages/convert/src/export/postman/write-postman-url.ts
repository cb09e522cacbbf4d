import { type Row, splitOutsideVariables, splitRequestUrl } from '@parley/model'
import type { JsonObject } from '../../import/json-value.ts'
import { writeDescription } from './write-postman-rows.ts'

/** Writes a URL as text and as parts, as Postman requires. Unticked rows are only in the parts. */
export function writePostmanUrl(url: string, params: readonly Row[], pathParams: readonly Row[]): JsonObject {
  const { base, query, fragment } = splitRequestUrl(url)
  const [, protocol = '', authority = '', path = ''] =
    /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^/]*)(.*)$/is.exec(base) ?? []
  const [, host = authority, port = ''] = /^(.*[^:\]}]):(\d+|\{\{[^{}]+\}\})$/.exec(authority) ?? []
  const pieces = query === null || query === '' ? [] : splitOutsideVariables(query, '&')
  // Postman sends the parts alone, so an empty query needs one, too.
  const entries = [...(query === '' ? [{ key: '', value: null }] : []), ...queryEntries(pieces, params)]
  return {
    raw: url,
    ...(protocol === '' ? {} : { protocol }),
    ...(host === '' ? {} : { host: host.includes('{{') ? [host] : host.split('.') }),
    ...(port === '' ? {} : { port }),
    ...(path === '' ? {} : { path: path.slice(1).split('/') }),
    ...(entries.length === 0 ? {} : { query: entries }),
    ...(fragment === null ? {} : { hash: fragment }),
    ...(pathParams.length === 0
      ? {}
      : {
          variable: pathParams.map(one => ({
            key: one.name,
            value: one.value,
            ...(one.enabled ? {} : { disabled: true }),
            ...writeDescription(one.description),
          })),
        }),
  }
}

/** Returns the ticked rows in the form that they have in the URL. */
function queryEntries(pieces: readonly string[], params: readonly Row[]): readonly JsonObject[] {
  let next = 0
  return params.map(one => {
    const description = writeDescription(one.description)
    const piece = one.enabled ? pieces[next] : undefined
    if (one.enabled) next += 1
    if (piece === undefined)
      return { key: one.name, value: one.value, ...(one.enabled ? {} : { disabled: true }), ...description }
    const [name = '', ...value] = splitOutsideVariables(piece, '=')
    return { key: name, value: value.length === 0 ? null : value.join('='), ...description }
  })
}

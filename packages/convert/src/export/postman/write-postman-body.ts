import type { GraphQlBody, HttpBody, MultipartPart } from '@parley/model'
import type { JsonObject } from '../../import/json-value.ts'
import { writeDescription, writePostmanRows } from './write-postman-rows.ts'

/** Writes the body of a request; an absent body is omitted. */
export function writePostmanBody(body: HttpBody): { readonly body?: JsonObject } {
  switch (body.type) {
    case 'none':
      return {}
    case 'raw':
      return {
        body: { mode: 'raw', raw: body.text, options: { raw: { language: rawLanguages[body.language] } } },
      }
    case 'urlEncoded':
      return { body: { mode: 'urlencoded', urlencoded: writePostmanRows(body.fields) } }
    case 'multipart':
      return { body: { mode: 'formdata', formdata: body.parts.flatMap(writePart) } }
    case 'file': {
      const file = body.files.find(one => one.selected) ?? body.files[0]
      return { body: { mode: 'file', file: file === undefined ? {} : { src: file.filePath } } }
    }
    case 'graphql':
      return { body: { mode: 'graphql', graphql: writeGraphQl(body) } }
  }
}

function writeGraphQl({ query, variables, operationName }: GraphQlBody): JsonObject {
  return { query, variables, ...(operationName === undefined ? {} : { operationName }) }
}

/** Postman has no name for two of the languages; their Content-Type row identifies them. */
const rawLanguages = {
  text: 'text',
  json: 'json',
  xml: 'xml',
  html: 'html',
  javascript: 'javascript',
  yaml: '',
  sparql: '',
} as const

function writePart(part: MultipartPart): readonly JsonObject[] {
  const fields = {
    key: part.name,
    ...(part.enabled ? {} : { disabled: true }),
    ...(part.contentType === undefined ? {} : { contentType: part.contentType }),
    ...writeDescription(part.description),
  }
  if (part.kind === 'text')
    return (part.values ?? [part.value]).map(value => ({ ...fields, value, type: 'text' }))
  const [first] = part.filePaths
  const source = part.filePaths.length === 1 && !part.isList ? (first ?? null) : part.filePaths
  return [{ ...fields, type: 'file', src: part.filePaths.length === 0 ? [] : source }]
}

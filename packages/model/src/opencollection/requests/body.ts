import type { FileBody, GraphQlBody, HttpBody, RawBody, RawLanguage } from '../../request/body.ts'
import type { WithExtension } from '../extensions.ts'
import { isSameValue } from '../is-same-value.ts'
import type { ObjectReader } from '../object-reader.ts'
import { readRow, writeRow } from '../row.ts'
import { type OpenCollectionObject, type OpenCollectionValue, objectOf, textUnlessEmpty } from '../value.ts'
import { readMultipartBody, writeMultipartBody } from './multipart.ts'

const schemaRawLanguages = ['json', 'text', 'xml', 'sparql'] as const
const parleyRawLanguages = ['html', 'javascript', 'yaml'] as const

const bodyTypes = [...schemaRawLanguages, 'form-urlencoded', 'multipart-form', 'file', 'none'] as const

/**
 * `HttpRequestBody`. In the extension: the language of raw HTML, JavaScript and YAML, whose text
 * stands beside it as raw text; a GraphQL body, beside it the JSON that it is sent as; `none`
 * where the format demands a body.
 */
export function readHttpBody(reader: ObjectReader, extension: ObjectReader): HttpBody {
  const body = readSchemaBody(reader)
  if (body.type !== 'raw') return body
  if (extension.has('language') && body.language === 'text') {
    return { ...body, language: extension.choice('language', parleyRawLanguages, 'html') }
  }
  const type = extension.has('type') ? extension.choice('type', ['graphql', 'none'], 'none') : undefined
  const candidate: HttpBody | undefined =
    type === 'graphql' ? readGraphQlBody(extension) : type === 'none' ? { type } : undefined
  return candidate !== undefined && isSameValue(requiredSchemaBody(candidate), requiredSchemaBody(body))
    ? candidate
    : body
}

/** A body that may be absent: None is left out. */
export function writeHttpBody(body: HttpBody): WithExtension {
  return body.type === 'none' ? { value: undefined, extension: undefined } : writeRequiredHttpBody(body)
}

/** A body where the format demands one, as a body under a title. */
export function writeRequiredHttpBody(
  body: HttpBody,
): WithExtension & { readonly value: OpenCollectionValue } {
  return { value: requiredSchemaBody(body), extension: extensionOf(body) }
}

/** `GraphQLBody` */
export function readGraphQlBody(reader: ObjectReader): GraphQlBody {
  return { type: 'graphql', query: reader.text('query'), variables: reader.text('variables') }
}

export function writeGraphQlBody(body: GraphQlBody): OpenCollectionObject {
  return objectOf({ query: textUnlessEmpty(body.query), variables: textUnlessEmpty(body.variables) })
}

function readSchemaBody(reader: ObjectReader): HttpBody {
  if (!reader.isEmpty()) reader.require('type')
  const type = reader.choice('type', bodyTypes, 'none')
  switch (type) {
    case 'none':
      return { type }
    case 'form-urlencoded':
      return { type: 'urlEncoded', fields: reader.objects('data', readRow) }
    case 'multipart-form':
      return readMultipartBody(reader)
    case 'file':
      return readFileBody(reader)
  }
  return { type: 'raw', language: type, text: reader.text('data') }
}

function requiredSchemaBody(body: HttpBody): OpenCollectionObject {
  switch (body.type) {
    case 'none':
      return { type: 'text', data: '' }
    case 'raw':
      return { type: nearestLanguage(body.language), data: body.text }
    case 'urlEncoded':
      return { type: 'form-urlencoded', data: body.fields.map(writeRow) }
    case 'multipart':
      return writeMultipartBody(body)
    case 'file':
      return writeFileBody(body)
    case 'graphql':
      return { type: 'json', data: graphQlAsJson(body) }
  }
}

function extensionOf(body: HttpBody): OpenCollectionObject | undefined {
  if (body.type === 'none') return { type: 'none' }
  if (body.type === 'graphql') return { type: 'graphql', ...writeGraphQlBody(body) }
  if (body.type !== 'raw' || isSchemaLanguage(body)) return undefined
  return { language: body.language }
}

function nearestLanguage(language: RawLanguage): string {
  return schemaRawLanguages.find(known => known === language) ?? 'text'
}

function isSchemaLanguage({ language }: RawBody): boolean {
  return nearestLanguage(language) === language
}

/** The variables stand as typed: they may hold `{{names}}` where JSON wants a value. */
function graphQlAsJson({ query, variables }: GraphQlBody): string {
  const rest = variables.trim() === '' ? '' : `,"variables":${variables}`
  return `{"query":${JSON.stringify(query)}${rest}}`
}

function readFileBody(reader: ObjectReader): FileBody {
  return {
    type: 'file',
    files: reader.objects('data', entry => {
      const description = entry.optionalText('description')
      return {
        filePath: entry.text('filePath'),
        contentType: entry.text('contentType'),
        selected: entry.flag('selected'),
        ...(description === undefined ? {} : { description }),
      }
    }),
  }
}

function writeFileBody(body: FileBody): OpenCollectionObject {
  const data = body.files.map(file =>
    objectOf({
      filePath: file.filePath,
      contentType: file.contentType,
      selected: file.selected,
      description: file.description,
    }),
  )
  return { type: 'file', data }
}

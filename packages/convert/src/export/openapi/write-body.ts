import {
  graphQlRequestJson,
  type HttpBody,
  type MultipartPart,
  mediaTypeOfFile,
  type Row,
  rawMediaTypes,
} from '@parley/model'
import type { JsonObject, JsonValue } from '../../import/json-value.ts'
import { plainType } from '../../import/openapi/media-types.ts'
import { languageOf } from '../../import/text-body.ts'
import { exactExample } from './exact-example.ts'
import { groupedByName, type Lose, type NamedRows } from './write-parameters.ts'

/** Returns the content of a request body by its media type; null if there is no body. */
export function contentOf(body: HttpBody, typed: string | undefined, lose: Lose): JsonObject | null {
  switch (body.type) {
    case 'none':
      return null
    case 'raw':
      return {
        [typed ?? rawMediaTypes[body.language]]: {
          example: body.language === 'json' ? exactExample(body.text) : body.text,
        },
      }
    case 'graphql':
      return { 'application/json': { example: exactExample(graphQlRequestJson(body)) } }
    case 'urlEncoded':
      return { 'application/x-www-form-urlencoded': { schema: fieldsSchema(body.fields, lose) } }
    case 'multipart':
      return { 'multipart/form-data': partsContent(body.parts, lose) }
    case 'file': {
      const file = body.files.find(one => one.selected)
      const type = typed || file?.contentType || mediaTypeOfFile(file?.filePath ?? '')
      return { [type]: { schema: binary } }
    }
  }
}

const binary = { type: 'string', format: 'binary' } as const

/** A repeated field is a list, as forms write one (https://spec.openapis.org/oas/v3.1.1.html#encoding-object). */
function fieldsSchema(fields: readonly Row[], lose: Lose): JsonObject {
  const groups = groupedByName(fields)
  loseTicksAndOrder(fields, lose)
  return objectSchema(groups.map(one => [one.name, listSchema(one.rows.map(({ value }) => value))]))
}

/** Returns the schema of the parts, and the encoding of those that have a media type of their own. */
function partsContent(parts: readonly MultipartPart[], lose: Lose): JsonObject {
  const groups = groupedByName(parts)
  loseTicksAndOrder(parts, lose)
  const encoding = groups.flatMap(({ name, rows }) => {
    const types = new Set(rows.map(one => one.contentType ?? ''))
    if (types.size > 1) lose(`the different media types of the parts ${name}`)
    const [contentType = ''] = types
    return contentType === '' ? [] : [[name, { contentType }] as const]
  })
  return {
    schema: objectSchema(groups.map(one => [one.name, partSchema(one, lose)])),
    ...(encoding.length === 0 ? {} : { encoding: Object.fromEntries(encoding) }),
  }
}

function partSchema({ name, rows }: NamedRows<MultipartPart>, lose: Lose): JsonObject {
  const files = rows.filter(one => one.kind === 'file')
  const texts = rows.filter(one => one.kind === 'text')
  if (files.length === 0) {
    const isJson = languageOf(plainType(rows[0].contentType ?? '')) === 'json'
    return listSchema(
      texts.flatMap(one => one.values ?? [one.value]),
      isJson,
    )
  }
  if (texts.length > 0) lose(`the texts of the part ${name} beside its files`)
  const isList = files.length > 1 || files.some(one => one.filePaths.length > 1)
  return isList ? { type: 'array', items: binary } : binary
}

/** Returns the schema of one text, or of a list of texts; a JSON object is no text. */
function listSchema(values: readonly string[], isJson = false): JsonObject {
  const examples = values.map(one => (isJson ? objectOrText(one) : one))
  const type = examples.every(one => typeof one === 'string') ? 'string' : 'object'
  const [first = ''] = examples
  return examples.length > 1
    ? { type: 'array', items: { type }, example: examples }
    : { type, example: first }
}

function objectOrText(text: string): JsonValue {
  return text.trimStart().startsWith('{') ? exactExample(text) : text
}

function objectSchema(properties: readonly (readonly [string, JsonValue])[]): JsonObject {
  return { type: 'object', properties: Object.fromEntries(properties) }
}

function loseTicksAndOrder(rows: readonly Pick<Row, 'name' | 'enabled'>[], lose: Lose): void {
  const named = rows.filter(one => one.name !== '')
  if (named.some(one => !one.enabled)) lose('the ticks of the fields of the body')
  const written = Object.keys(Object.fromEntries(named.map(one => [one.name, null])))
  const present = named.map(one => one.name).filter((name, at, all) => name !== all[at - 1])
  if (present.some((name, at) => name !== written[at])) lose('the order of the fields of the body')
}

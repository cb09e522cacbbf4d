import type { HttpBody, MultipartPart, Row } from '@parley/model'
import { entriesOf, isObject, type JsonValue, listOf, member, textMember, textOf } from '../json-value.ts'
import { languageOf } from '../text-body.ts'
import type { References } from './references.ts'
import { sampleSchema } from './sample-schema.ts'

/** The media types, those easiest to write first. */
const preferred = [
  /^application\/json$/,
  /[/+]json$/,
  /^application\/x-www-form-urlencoded$/,
  /^multipart\/form-data$/,
  /[/+]xml$/,
  /^text\//,
]

/** A body, and a media type that differs from the default of the body type. */
export interface OpenApiBody {
  readonly body: HttpBody
  readonly contentType: string | null
}

/** Converts the body of an operation since 3.0. */
export function requestBody(value: JsonValue | undefined, references: References): OpenApiBody {
  const contents = entriesOf(member(references.resolve(value), 'content'))
  const [name, content] = chosenContent(contents) ?? []
  return name === undefined
    ? { body: { type: 'none' }, contentType: null }
    : bodyOf(name, content, references)
}

/** Returns the preferred entry of a `content`. */
export function chosenContent(
  contents: readonly (readonly [string, JsonValue])[],
): readonly [string, JsonValue] | undefined {
  for (const pattern of preferred) {
    const found = contents.find(([name]) => pattern.test(plainType(name)))
    if (found !== undefined) return found
  }
  return contents[0]
}

/** Returns a media type without its parameters. */
export function plainType(mediaType: string): string {
  return mediaType.split(';')[0]?.trim().toLowerCase() ?? ''
}

/** Returns the example of a media type object, a parameter or a header; undefined if there is none. */
export function statedExample(value: JsonValue | undefined, references: References): JsonValue | undefined {
  const example = member(value, 'example')
  if (example !== undefined) return example
  const [first] = entriesOf(member(value, 'examples'))
  return first === undefined ? undefined : member(references.resolve(first[1]), 'value')
}

function bodyOf(mediaType: string, content: JsonValue | undefined, references: References): OpenApiBody {
  const type = plainType(mediaType)
  const schema = member(content, 'schema')
  const example = statedExample(content, references) ?? sampleSchema(schema, references)
  if (type === 'application/x-www-form-urlencoded') {
    const fields = entriesOf(example).map(
      ([name, value]): Row => ({ name, value: textOf(value), enabled: true }),
    )
    return { body: { type: 'urlEncoded', fields }, contentType: null }
  }
  if (type === 'multipart/form-data') {
    const properties = member(references.resolve(schema), 'properties')
    const parts = entriesOf(example).map(([name, value]) =>
      part(name, value, references.resolve(member(properties, name))),
    )
    return { body: { type: 'multipart', parts }, contentType: null }
  }
  if (type === 'application/octet-stream' || /^(?:image|audio|video)\//.test(type))
    return { body: { type: 'file', files: [] }, contentType: mediaType }
  const language = languageOf(type)
  const isGeneric =
    mediaType === 'application/json' || mediaType === 'application/xml' || mediaType === 'text/plain'
  return {
    body: {
      type: 'raw',
      language,
      text: exampleText(example, language === 'xml', references.resolve(schema)),
    },
    contentType: isGeneric || mediaType.includes('*') ? null : mediaType,
  }
}

function part(name: string, value: JsonValue, schema: JsonValue | undefined): MultipartPart {
  const items = member(schema, 'items')
  const isFile = [schema, items].some(
    one =>
      /^(?:binary|base64)$/.test(textMember(one, 'format')) ||
      textMember(one, 'type') === 'file' ||
      member(one, 'contentMediaType') !== undefined,
  )
  return isFile
    ? { kind: 'file', name, enabled: true, filePaths: [] }
    : { kind: 'text', name, enabled: true, value: textOf(value) }
}

/** Returns an example as the text of a body. */
export function exampleText(example: JsonValue, isXml: boolean, schema?: JsonValue): string {
  if (typeof example === 'string') return example
  if (example === null) return ''
  if (!isXml) return JSON.stringify(example, null, 2)
  const root = textMember(member(schema, 'xml'), 'name') || textMember(schema, 'title') || 'root'
  return xmlLines(xmlName(root), example, '').join('\n')
}

function xmlLines(name: string, value: JsonValue, indent: string): readonly string[] {
  if (Array.isArray(value)) return listOf(value).flatMap(one => xmlLines(name, one, indent))
  if (!isObject(value)) return [`${indent}<${name}>${escapeXml(textOf(value))}</${name}>`]
  return [
    `${indent}<${name}>`,
    ...entriesOf(value).flatMap(([key, one]) => xmlLines(xmlName(key), one, `${indent}  `)),
    `${indent}</${name}>`,
  ]
}

function xmlName(name: string): string {
  return /^[A-Za-z_][\w.-]*$/.test(name) ? name : `_${name.replace(/[^\w.-]/g, '_')}`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Converts the body of a 2.0 operation, which is in its parameters. */
export function swaggerBody(
  parameters: readonly JsonValue[],
  consumes: readonly JsonValue[],
  references: References,
): OpenApiBody {
  const mediaTypes = consumes.map(textOf)
  const body = parameters.find(one => member(one, 'in') === 'body')
  if (body !== undefined) {
    const [mediaType = 'application/json'] = chosenContent(mediaTypes.map(one => [one, null] as const)) ?? []
    return bodyOf(mediaType, { schema: member(body, 'schema') ?? {} }, references)
  }
  const fields = parameters.filter(one => member(one, 'in') === 'formData')
  if (fields.length === 0) return { body: { type: 'none' }, contentType: null }
  const isMultipart =
    fields.some(one => member(one, 'type') === 'file') || mediaTypes.includes('multipart/form-data')
  const rows = fields.map(one => ({
    name: textMember(one, 'name'),
    value: textOf(sampleSchema(one, references)),
    enabled: true,
    isFile: member(one, 'type') === 'file',
  }))
  if (!isMultipart) {
    return {
      body: {
        type: 'urlEncoded',
        fields: rows.map(({ name, value, enabled }) => ({ name, value, enabled })),
      },
      contentType: null,
    }
  }
  const parts = rows.map(
    ({ name, value, enabled, isFile }): MultipartPart =>
      isFile ? { kind: 'file', name, enabled, filePaths: [] } : { kind: 'text', name, enabled, value },
  )
  return { body: { type: 'multipart', parts }, contentType: null }
}

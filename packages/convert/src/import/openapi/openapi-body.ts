import type { HttpBody } from '@parley/model'
import type { ImportLog } from '../import-log.ts'
import { entriesOf, type JsonValue, member, textOf } from '../json-value.ts'
import { languageOf } from '../text-body.ts'
import { exampleText } from './example-text.ts'
import { exampleOrSample } from './example-values.ts'
import { multipartParts, swaggerFields, swaggerParts, urlEncodedFields } from './form-fields.ts'
import { chosenContent, plainType } from './media-types.ts'
import type { References } from './references.ts'

/** A body, and a media type that differs from the default of the body type. */
export interface OpenApiBody {
  readonly body: HttpBody
  readonly contentType: string | null
}

/** Converts the body of an operation since 3.0. */
export function requestBody(
  value: JsonValue | undefined,
  references: References,
  log: ImportLog,
): OpenApiBody {
  const contents = entriesOf(member(references.resolve(value), 'content'))
  const [name, content] = chosenContent(contents) ?? []
  return name === undefined
    ? { body: { type: 'none' }, contentType: null }
    : bodyOf(name, content, references, log)
}

function bodyOf(
  mediaType: string,
  content: JsonValue | undefined,
  references: References,
  log: ImportLog,
): OpenApiBody {
  const type = plainType(mediaType)
  const schema = references.resolve(member(content, 'schema'))
  const example = exampleOrSample(content, references)
  const form = { example, schema, encoding: member(content, 'encoding') }
  if (type === 'application/x-www-form-urlencoded')
    return { body: { type: 'urlEncoded', fields: urlEncodedFields(form, references) }, contentType: null }
  if (type === 'multipart/form-data')
    return { body: { type: 'multipart', parts: multipartParts(form, references, log) }, contentType: null }
  if (type === 'application/octet-stream' || /^(?:image|audio|video)\//.test(type))
    return { body: { type: 'file', files: [] }, contentType: mediaType }
  const language = languageOf(type)
  const isGeneric =
    mediaType === 'application/json' || mediaType === 'application/xml' || mediaType === 'text/plain'
  return {
    body: { type: 'raw', language, text: exampleText(example, language === 'xml', schema) },
    contentType: isGeneric || mediaType.includes('*') ? null : mediaType,
  }
}

/** Converts the body of a 2.0 operation, which is in its parameters. */
export function swaggerBody(
  parameters: readonly JsonValue[],
  consumes: readonly JsonValue[],
  references: References,
  log: ImportLog,
): OpenApiBody {
  const mediaTypes = consumes.map(textOf)
  const body = parameters.find(one => member(one, 'in') === 'body')
  if (body !== undefined) {
    const [mediaType = 'application/json'] = chosenContent(mediaTypes.map(one => [one, null] as const)) ?? []
    return bodyOf(mediaType, { schema: member(body, 'schema') ?? {} }, references, log)
  }
  const fields = parameters.filter(one => member(one, 'in') === 'formData')
  if (fields.length === 0) return { body: { type: 'none' }, contentType: null }
  const isMultipart =
    fields.some(one => member(one, 'type') === 'file') || mediaTypes.includes('multipart/form-data')
  return {
    body: isMultipart
      ? { type: 'multipart', parts: swaggerParts(fields, references) }
      : { type: 'urlEncoded', fields: swaggerFields(fields, references) },
    contentType: null,
  }
}

import { type FilePart, type MultipartPart, type Row, row, type TextPart } from '@parley/model'
import type { ImportLog } from '../import-log.ts'
import { entriesOf, isObject, type JsonValue, listOf, member, textMember } from '../json-value.ts'
import { formRows } from '../text-body.ts'
import { textOfType } from './example-text.ts'
import { serializationOf, swaggerSerialization } from './parameter-rows.ts'
import type { References } from './references.ts'
import { sampleSchema } from './sample-schema.ts'
import { serializeValue } from './serialize-value.ts'

/** The content of a form: its example, the schema of its fields, and how they are encoded. */
export interface FormContent {
  readonly example: JsonValue
  readonly schema: JsonValue | undefined
  /** A map of Encoding Objects (https://spec.openapis.org/oas/v3.1.1.html#encoding-object). */
  readonly encoding: JsonValue | undefined
}

/**
 * Returns the fields of an URL-encoded form. Without a style, each item of a list is a field, and objects are JSON text
 * (https://spec.openapis.org/oas/v3.1.1.html#support-for-x-www-form-urlencoded-request-bodies). An empty list is an unticked field.
 */
export function urlEncodedFields(content: FormContent, references: References): readonly Row[] {
  const written = typeof content.example === 'string' ? formRows(content.example) : null
  if (written !== null) return written
  return fieldsOf(content, references).flatMap(({ name, value, schema, encoding }) => {
    if (hasStyle(encoding)) return styledRows(name, value, encoding)
    return rowsOfItems(name, value, one => textOfType(one, typeOfField(one, encoding), schema))
  })
}

/**
 * Returns the parts of a `multipart/form-data` form, one for each item of a list. Objects are `application/json`, unless
 * the form says something else (https://spec.openapis.org/oas/v3.1.1.html#special-considerations-for-multipart-content). A list of
 * files is one row, in which several can be selected.
 */
export function multipartParts(
  content: FormContent,
  references: References,
  log: ImportLog,
): readonly MultipartPart[] {
  return fieldsOf(content, references).flatMap(({ name, value, schema, encoding }): MultipartPart[] => {
    // A Content-Type there is ignored, as the specification says.
    for (const [header] of entriesOf(member(encoding, 'headers')))
      if (header.toLowerCase() !== 'content-type')
        log.loss('SETTING_NOT_SUPPORTED', `header ${header} of the part ${name}`)
    if (isFileField(schema, references))
      return [filePart(name, singleType(textMember(encoding, 'contentType')))]
    // Forms with parts have styles since OpenAPI 3.1.
    if (hasStyle(encoding) && !references.version.startsWith('3.0'))
      return styledRows(name, value, encoding).map(one => textPart(one, ''))
    const items = isList(value) ? listOf(value) : [value]
    const type = typeOfField(items[0] ?? null, encoding)
    return rowsOfItems(name, value, one => textOfType(one, type, schema)).map(one => textPart(one, type))
  })
}

/** Returns the fields of a Swagger 2 form (https://spec.openapis.org/oas/v2.0.html#parameter-object). */
export function swaggerFields(parameters: readonly JsonValue[], references: References): readonly Row[] {
  return parameters.flatMap(one => {
    const value = sampleSchema(one, references)
    const pairs = serializeValue(textMember(one, 'name'), value, swaggerSerialization(one, 'query'))
    return pairs.map(pair => row(pair.name, pair.value))
  })
}

/** Returns the parts of a Swagger 2 form. */
export function swaggerParts(
  parameters: readonly JsonValue[],
  references: References,
): readonly MultipartPart[] {
  return parameters.flatMap((one): readonly MultipartPart[] =>
    member(one, 'type') === 'file'
      ? [filePart(textMember(one, 'name'), '')]
      : swaggerFields([one], references).map(field => textPart(field, '')),
  )
}

interface Field {
  readonly name: string
  readonly value: JsonValue
  readonly schema: JsonValue | undefined
  readonly encoding: JsonValue | undefined
}

/** Returns the fields of the example, and the files for which an example can have no value. */
function fieldsOf({ example, schema, encoding }: FormContent, references: References): readonly Field[] {
  const schemas = propertiesOf(schema, references, 0)
  const values = isObject(example) ? example : sampleSchema(schema, references)
  const missing = [...schemas].filter(
    ([name, one]) => isFileField(one, references) && member(values, name) === undefined,
  )
  return [...entriesOf(values), ...missing.map(([name]) => [name, null] as const)].map(([name, value]) => ({
    name,
    value,
    schema: schemas.get(name),
    encoding: member(encoding, name),
  }))
}

/** The maximum depth of schemas that consist of others. */
const maximumDepth = 8

/** Returns the schemas of the properties of an object, also of those of which it consists. */
function propertiesOf(
  value: JsonValue | undefined,
  references: References,
  depth: number,
): ReadonlyMap<string, JsonValue | undefined> {
  const schema = references.resolve(value)
  const others = depth < maximumDepth ? listOf(member(schema, 'allOf')) : []
  const own = entriesOf(member(schema, 'properties')).map(
    ([name, one]) => [name, references.resolve(one)] as const,
  )
  return new Map([...others.flatMap(one => [...propertiesOf(one, references, depth + 1)]), ...own])
}

function hasStyle(encoding: JsonValue | undefined): boolean {
  return ['style', 'explode', 'allowReserved'].some(one => member(encoding, one) !== undefined)
}

/** Returns the media type of a field or part; empty for plain text, unless it is named. */
function typeOfField(value: JsonValue, encoding: JsonValue | undefined): string {
  const [named = ''] = textMember(encoding, 'contentType').split(',')
  if (named.trim() !== '' && !named.includes('*')) return named.trim()
  return isObject(value) || isList(value) ? 'application/json' : ''
}

/** Returns the only media type of a list; empty if it leaves a choice. */
function singleType(contentType: string): string {
  return contentType.includes(',') || contentType.includes('*') ? '' : contentType.trim()
}

function styledRows(name: string, value: JsonValue, encoding: JsonValue | undefined): readonly Row[] {
  return serializeValue(name, value, serializationOf(encoding, 'query')).map(one => row(one.name, one.value))
}

function rowsOfItems(
  name: string,
  value: JsonValue,
  textOfItem: (item: JsonValue) => string,
): readonly Row[] {
  if (!isList(value)) return [row(name, textOfItem(value))]
  const items = listOf(value)
  return items.length === 0
    ? [{ ...row(name, ''), enabled: false }]
    : items.map(one => row(name, textOfItem(one)))
}

function isList(value: JsonValue): boolean {
  return Array.isArray(value)
}

function isFileField(schema: JsonValue | undefined, references: References): boolean {
  return isFile(schema) || isFile(references.resolve(member(schema, 'items')))
}

function isFile(schema: JsonValue | undefined): boolean {
  return (
    /^(?:binary|base64)$/.test(textMember(schema, 'format')) ||
    textMember(schema, 'type') === 'file' ||
    member(schema, 'contentMediaType') !== undefined ||
    // Without any type, it is an `application/octet-stream`.
    (isObject(schema) && entriesOf(schema).length === 0)
  )
}

function filePart(name: string, contentType: string): FilePart {
  return { kind: 'file', name, enabled: true, filePaths: [], ...(contentType === '' ? {} : { contentType }) }
}

function textPart({ name, value, enabled }: Row, contentType: string): TextPart {
  return { kind: 'text', name, enabled, value, ...(contentType === '' ? {} : { contentType }) }
}

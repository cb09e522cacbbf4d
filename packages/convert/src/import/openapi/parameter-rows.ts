import type { Row } from '@parley/model'
import { entriesOf, isObject, type JsonValue, member, textMember } from '../json-value.ts'
import { textOfType } from './example-text.ts'
import { exampleOrSample, statedExample } from './example-values.ts'
import type { References } from './references.ts'
import { sampleSchema, typeOf } from './sample-schema.ts'
import {
  escapeReserved,
  type Serialization,
  type SerializedPair,
  type Style,
  serializeValue,
} from './serialize-value.ts'

/** Where a parameter is sent. */
export type ParameterPlace = 'query' | 'header' | 'cookie' | 'path'

/** The styles of each place; the first one is the default (https://spec.openapis.org/oas/v3.1.1.html#style-values). */
const stylesOf: Readonly<Record<ParameterPlace, readonly [Style, ...Style[]]>> = {
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
  path: ['simple', 'label', 'matrix'],
}

/** https://spec.openapis.org/oas/v2.0.html#parameter-object */
const delimitedStyles: ReadonlyMap<string, Style> = new Map([
  ['ssv', 'spaceDelimited'],
  ['tsv', 'tabDelimited'],
  ['pipes', 'pipeDelimited'],
])

/** Returns the serialization that a parameter, or the encoding of a field, has in OpenAPI 3. */
export function serializationOf(parameter: JsonValue | undefined, place: ParameterPlace): Serialization {
  const [usual] = stylesOf[place]
  const style = stylesOf[place].find(one => one === member(parameter, 'style')) ?? usual
  const explode = member(parameter, 'explode')
  return { style, explode: typeof explode === 'boolean' ? explode : style === 'form' }
}

/** Returns the serialization that a parameter has in Swagger 2. */
export function swaggerSerialization(parameter: JsonValue, place: ParameterPlace): Serialization {
  const format = textMember(parameter, 'collectionFormat')
  return { style: delimitedStyles.get(format) ?? stylesOf[place][0], explode: format === 'multi' }
}

/** Returns the rows that send a parameter in the query, the headers or the cookies; unticked if it is optional. */
export function parameterRows(
  parameter: JsonValue,
  place: Exclude<ParameterPlace, 'path'>,
  references: References,
): readonly Row[] {
  const description = textMember(parameter, 'description')
  const enabled = member(parameter, 'required') === true
  const { pairs } = serialized(parameter, place, references)
  return pairs.map(({ name, value }, index) => ({
    name,
    value,
    enabled,
    ...(description === '' || index > 0 ? {} : { description }),
  }))
}

/** The value of a path parameter. */
export interface PathValue {
  readonly row: Row
  /** The value as part of a URL, with escapes. */
  readonly escaped: string
  /** Whether a row, whose text has no escapes, could not tell texts from the delimiters between them. */
  readonly needsEscapes: boolean
}

/** Returns the value of a path parameter. */
export function pathValue(parameter: JsonValue, references: References): PathValue {
  const name = textMember(parameter, 'name')
  const description = textMember(parameter, 'description')
  const { pairs, value, serialization } = serialized(parameter, 'path', references)
  const literal = pairs[0]?.value ?? ''
  const escaped = serializeValue(name, value, serialization, escapeReserved)[0]?.value ?? ''
  return {
    row: { name, value: literal, enabled: true, ...(description === '' ? {} : { description }) },
    escaped,
    needsEscapes: escaped !== literal && (Array.isArray(value) || isObject(value)),
  }
}

interface SerializedParameter {
  readonly pairs: readonly SerializedPair[]
  readonly value: JsonValue
  readonly serialization: Serialization
}

function serialized(
  parameter: JsonValue,
  place: ParameterPlace,
  references: References,
): SerializedParameter {
  const content = entriesOf(member(parameter, 'content'))[0]
  const schema = member(parameter, 'schema')
  const isSwagger = content === undefined && schema === undefined
  const serialization = (isSwagger ? swaggerSerialization : serializationOf)(parameter, place)
  const value =
    content === undefined
      ? (statedExample(parameter, references) ?? sampleSchema(schema ?? parameter, references))
      : contentText(content, statedExample(parameter, references), references)
  // An example of a list or an object that is a text has the form that is sent (OpenAPI 3.0.3, Parameter Object).
  const isWritten = typeof value === 'string' && isComposite(schema ?? null, references)
  const allowReserved = isWritten || member(parameter, 'allowReserved') === true
  const encode = place === 'query' ? (text: string) => escapeReserved(text, allowReserved) : undefined
  const pairs = serializeValue(textMember(parameter, 'name'), value, serialization, encode)
  return { pairs, value, serialization }
}

function isComposite(schema: JsonValue, references: References): boolean {
  const resolved = references.resolve(schema)
  return isObject(resolved) && ['array', 'object'].includes(typeOf(resolved))
}

/** Returns the text of a parameter that has a media type instead of a style. */
function contentText(
  [mediaType, content]: readonly [string, JsonValue],
  stated: JsonValue | undefined,
  references: References,
): string {
  const value = stated ?? exampleOrSample(content, references)
  const schema = references.resolve(member(content, 'schema'))
  return textOfType(value, mediaType, schema)
}

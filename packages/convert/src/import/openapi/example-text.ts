import {
  entriesOf,
  isObject,
  type JsonValue,
  listOf,
  member,
  parseJson,
  textMember,
  textOf,
} from '../json-value.ts'
import { languageOf } from '../text-body.ts'
import { plainType } from './media-types.ts'

/**
 * Returns a value as JSON text. All examples are printed here or by `textOf`.
 * @param indent spaces before inner lines; none and no line breaks without them
 */
export function jsonText(value: JsonValue, indent = 0): string {
  return JSON.stringify(value, null, indent)
}

/**
 * Returns a value as text of a media type, for a parameter, a field or a part: JSON without line breaks. A text that is JSON
 * already, or has variables, stays as it is written.
 */
export function textOfType(value: JsonValue, mediaType: string, schema?: JsonValue): string {
  const language = languageOf(plainType(mediaType))
  if (language === 'xml') return exampleText(value, true, schema)
  if (language !== 'json' || value === null) return textOf(value)
  const isWritten = typeof value === 'string' && (value.includes('{{') || parseJson(value).ok)
  return isWritten ? value : jsonText(value)
}

/** Returns an example as the text of a body. */
export function exampleText(example: JsonValue, isXml: boolean, schema?: JsonValue): string {
  if (typeof example === 'string') return example
  if (example === null) return ''
  if (!isXml) return jsonText(example, 2)
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

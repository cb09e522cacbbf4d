import type { ImportLog } from '../import-log.ts'
import { entriesOf, isObject, type JsonValue, listOf, member } from '../json-value.ts'
import { entryPlace } from './insomnia-entry.ts'

/** Converts variables: `{{ _.a.b }}`, `{{ _['a'] }}` and `{{ a }}` become `{{a.b}}` and `{{a}}`. */
function withVariables(text: string): string {
  return text.replace(
    /\{\{-?\s*(?:_\.)?([\w$-]+(?:\.[\w$-]+)*)\s*-?\}\}|\{\{-?\s*_\[\s*(['"])([^'"\]{}]+)\2\s*\]\s*-?\}\}/g,
    (_written, name?: string, _quote?: string, quoted?: string) => `{{${name ?? quoted ?? ''}}}`,
  )
}

/** Converts variables. Other template tags stay text, with a note. */
function insomniaText(text: string, log: ImportLog): string {
  const translated = withVariables(text)
  for (const [tag] of translated.matchAll(/\{%.{0,500}?%\}|\{\{[^{}]{0,200}[^\w$.{}-][^{}]{0,200}\}\}/gs))
    log.loss('TEMPLATE_NOT_TRANSLATED', tag)
  return translated
}

/** Converts the variables in every text of a value. Notes name the request or folder that a text belongs to. */
export function insomniaValue(value: JsonValue, log: ImportLog): JsonValue {
  if (typeof value === 'string') return insomniaText(value, log)
  if (Array.isArray(value)) return listOf(value).map(one => insomniaValue(one, log))
  if (!isObject(value)) return value
  const read = () =>
    Object.fromEntries(entriesOf(value).map(([name, one]) => [name, insomniaValue(one, log)]))
  const isEntry = ['url', 'method', 'children'].some(name => member(value, name) !== undefined)
  return isEntry ? log.within(placeOf(value), read) : read()
}

/** A variable may have a member `url` as well, but no name and no ID: it is not called a request. */
function placeOf(value: JsonValue): string {
  const isKnown = ['name', '_id', 'meta'].some(name => member(value, name) !== undefined)
  return isKnown ? withVariables(entryPlace(value)) : ''
}

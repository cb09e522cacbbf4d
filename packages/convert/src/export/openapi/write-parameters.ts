import {
  editParams,
  type HttpRequest,
  pathVariableNames,
  queryPieces,
  type Row,
  row,
  variableText,
} from '@parley/model'
import type { JsonObject, JsonValue } from '../../import/json-value.ts'
import { escapeReserved } from '../../import/openapi/serialize-value.ts'

/** Called with each part that the format has no place for. */
export type Lose = (part: string) => void

/**
 * Headers that other parts of the message define, so that they are not parameters (OpenAPI 3.1, Parameter
 * Object).
 */
export const noParameters = new Set(['accept', 'content-type', 'authorization'])

const text = { type: 'string' } as const
const list = { type: 'array', items: text } as const

/** Returns the parameters of an operation. `path` has its variables in braces. */
export function parametersOf(request: HttpRequest, path: string, lose: Lose): readonly JsonObject[] {
  const pathNames = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? '')
  const headers = request.headers.filter(one => !noParameters.has(one.name.toLowerCase()))
  for (const piece of queryPieces(request.url))
    if (piece !== '' && !piece.includes('=')) lose(`the param ${piece} without an equals sign`)
  return [
    ...pathNames.map(name => pathParameter(name, request)),
    ...groupedByName(request.params).map(one => parameter('query', one, queryValue(one, lose), lose)),
    ...groupedByName(headers).map(one => parameter('header', one, listOrText(one), lose)),
    ...groupedByName(request.cookies).map(one => parameter('cookie', one, listOrText(one), lose)),
  ]
}

/** Rows with the same name. */
export interface NamedRows<Entry extends Pick<Row, 'name'> = Row> {
  readonly name: string
  readonly rows: readonly [Entry, ...Entry[]]
}

/** Groups rows by their names, in the order of the first ones. Rows without a name are left out. */
export function groupedByName<Entry extends Pick<Row, 'name'>>(
  rows: readonly Entry[],
): readonly NamedRows<Entry>[] {
  const byName = new Map<string, [Entry, ...Entry[]]>()
  for (const one of rows.filter(({ name }) => name !== '')) {
    const same = byName.get(one.name)
    if (same === undefined) byName.set(one.name, [one])
    else same.push(one)
  }
  return [...byName].map(([name, same]) => ({ name, rows: same }))
}

function pathParameter(name: string, request: HttpRequest): JsonObject {
  const own = pathVariableNames(request.url).includes(name)
    ? request.pathParams.find(one => one.name === name)
    : undefined
  const example = own === undefined ? valueOfVariable(name, request) : own.value
  return {
    name,
    in: 'path',
    required: true,
    ...describedAs(own === undefined ? [] : [own]),
    schema: text,
    ...(example === undefined ? {} : { example }),
  }
}

/** Returns the first description of some rows. */
function describedAs(rows: readonly Row[]): { readonly description?: string } {
  const description = rows.map(one => one.description).find(one => typeof one === 'string' && one !== '')
  return typeof description === 'string' ? { description } : {}
}

/** Returns what a variable of the request puts into a path, without its escapes; undefined if a text cannot have them. */
function valueOfVariable(name: string, { variables }: HttpRequest): string | undefined {
  const found = variables.find(one => one.name === name && one.enabled)
  const written = found === undefined ? '' : variableText(found)
  const value = decoded(written)
  return found !== undefined && escapeReserved(value) === written ? value : undefined
}

/** The members of a parameter that say what is sent, and how. */
interface WrittenValue {
  readonly style?: string
  readonly explode?: boolean
  readonly allowReserved?: boolean
  readonly schema: JsonObject
  readonly example: JsonValue
}

function parameter(place: string, { name, rows }: NamedRows, value: WrittenValue, lose: Lose): JsonObject {
  const isTicked = rows.some(one => one.enabled)
  if (isTicked && rows.some(one => !one.enabled)) lose(`the unticked rows of the repeated name ${name}`)
  if (place === 'header' && rows.length > 1) lose(`the separate headers ${name}, which become one list`)
  const { schema, example, ...how } = value
  return {
    name,
    in: place,
    ...(isTicked ? { required: true } : {}),
    ...describedAs(rows),
    ...how,
    schema,
    example,
  }
}

function listOrText({ rows: [first, ...others] }: NamedRows): WrittenValue {
  return others.length === 0
    ? { schema: text, example: first.value }
    : { schema: list, example: [first, ...others].map(one => one.value) }
}

/**
 * Returns what sends the very text of rows of the query: a list if the name is repeated or the text has delimiters, reserved
 * characters if it has some, otherwise a text.
 */
function queryValue({ name, rows: [first, ...others] }: NamedRows, lose: Lose): WrittenValue {
  const values = [first, ...others].map(one => one.value)
  const repeated = { style: 'form', explode: true, schema: list } as const
  const decodedValues = values.map(decoded)
  const isDecoded = values.every((value, at) => writesSame(escapeReserved(decodedValues[at] ?? ''), value))
  if (others.length > 0 && isDecoded) return { ...repeated, example: decodedValues }
  const delimited = others.length > 0 ? null : delimitedValue(first.value)
  if (delimited !== null) return delimited
  if (isDecoded) return { schema: text, example: decodedValues[0] ?? '' }
  if (!values.every(value => writesSame(escapeReserved(value, true), value)))
    lose(`the escapes of the param ${name}`)
  return others.length > 0
    ? { ...repeated, allowReserved: true, example: values }
    : { allowReserved: true, schema: text, example: first.value }
}

/** Returns the list that a text with delimiters is; null for any other text. */
function delimitedValue(value: string): WrittenValue | null {
  const styles = [
    [',', 'form'],
    ['|', 'pipeDelimited'],
  ] as const
  for (const [delimiter, style] of styles) {
    const items = value.split(delimiter).map(decoded)
    const again = items.map(one => escapeReserved(one)).join(delimiter)
    if (items.length > 1 && writesSame(again, value))
      return { style, explode: false, schema: list, example: items }
  }
  return null
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Returns whether two texts of a row write the same into a URL. */
function writesSame(one: string, other: string): boolean {
  const [oneUrl, otherUrl] = [one, other].map(value => editParams('', [], [row('a', value)]).url)
  return oneUrl === otherUrl
}

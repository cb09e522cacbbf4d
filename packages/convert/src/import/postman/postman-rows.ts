import type { Description, Row } from '@parley/model'
import type { ImportLog } from '../import-log.ts'
import { isObject, type JsonValue, listOf, member, textMember, textOf } from '../json-value.ts'

/** Converts a table: a list of `{key, value, disabled, description}`, or the text of lines `Name: value`. */
export function postmanRows(value: JsonValue | undefined): readonly Row[] {
  if (typeof value === 'string') return rowsOfText(value)
  return listOf(value).flatMap(one => {
    if (typeof one === 'string') return rowsOfText(one)
    return isObject(one) ? [postmanRow(one)] : []
  })
}

/** Converts headers; one whose value is a list is repeated, as Postman does, and named. */
export function postmanHeaders(value: JsonValue | undefined, log: ImportLog): readonly Row[] {
  if (!Array.isArray(value)) return postmanRows(value)
  return listOf(value).flatMap(one => {
    const values = listOf(member(one, 'value'))
    if (!isObject(one) || !Array.isArray(member(one, 'value'))) return postmanRows([one])
    if (values.length > 0) log.loss('HEADER_LIST', postmanRow(one).name)
    return (values.length > 0 ? values : ['']).map(text => postmanRow({ ...one, value: text }))
  })
}

/** Converts one row; in older files `key` is called `id` or `name`. */
export function postmanRow(value: JsonValue): Row {
  return {
    name: textMember(value, 'key', 'name', 'id'),
    value: textOf(member(value, 'value')),
    enabled: isEnabled(value),
    ...described(value),
  }
}

/** Returns whether a row is ticked, which is the default; older and newer files name the flag differently. */
export function isEnabled(value: JsonValue): boolean {
  return member(value, 'disabled') !== true && member(value, 'enabled') !== false
}

/** Converts a description: a text, or an object with its content and type. */
export function described(value: JsonValue | undefined): { readonly description?: Description } {
  const description = member(value, 'description')
  if (typeof description === 'string') return description === '' ? {} : { description }
  const content = textMember(description, 'content')
  return content === ''
    ? {}
    : { description: { content, type: textMember(description, 'type') || 'text/markdown' } }
}

/** Returns the text of a description in any form. */
export function descriptionText(value: JsonValue | undefined): string {
  const { description } = described(value)
  return typeof description === 'object' ? (description?.content ?? '') : (description ?? '')
}

/** Parses lines; a leading `//` unticks a line. */
function rowsOfText(text: string): readonly Row[] {
  return text.split(/\r?\n/).flatMap(line => {
    const [, mark = '', name = '', value = ''] = /^(\/\/)?([^:]+):(.*)$/s.exec(line.trim()) ?? []
    return name.trim() === '' ? [] : [{ name: name.trim(), value: value.trim(), enabled: mark === '' }]
  })
}

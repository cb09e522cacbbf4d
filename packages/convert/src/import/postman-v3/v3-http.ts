import type { HttpRequest } from '@parley/model'
import { paramsFromUrl, splitRequestUrl } from '@parley/model'
import type { ImportLog } from '../import-log.ts'
import {
  entriesOf,
  isObject,
  type JsonObject,
  type JsonValue,
  listOf,
  member,
  textMember,
  textOf,
} from '../json-value.ts'
import { prunesBodies } from '../postman/postman-body.ts'
import { postmanRequest } from '../postman/postman-item.ts'
import { isEnabled, postmanRow } from '../postman/postman-rows.ts'
import { methodOf } from '../request-parts.ts'
import { pathFromCollection } from './v3-names.ts'
import { v3Pairs } from './v3-pairs.ts'

/**
 * Converts an HTTP request without its authorization and scripts, through the form of collections v2.1.
 * @param folder the names of the folders from the collection to the file, from which its paths start
 */
export function v3HttpRequest(
  value: JsonObject,
  name: string,
  folder: readonly string[],
  examples: readonly JsonObject[],
  log: ImportLog,
): HttpRequest {
  const item: JsonObject = {
    request: { ...v21Request(value, folder), description: textMember(value, 'description') },
    protocolProfileBehavior: behaviourOf(member(value, 'settings')),
    response: examples.map(v21Example),
  }
  return postmanRequest(item, name, log, prunesBodies(item, true))
}

function v21Request(value: JsonObject, folder: readonly string[] = []): JsonObject {
  return {
    method: methodOf(value),
    url: v3Url(value),
    header: [...v3Pairs(member(value, 'headers')), ...v3Pairs(member(value, 'header'))],
    body: v21Body(member(value, 'body'), folder),
  }
}

/** Returns the URL with its rows. If the query of the text differs from the ticked rows, the rows count. */
export function v3Url(value: JsonObject): JsonObject {
  const raw = textMember(value, 'url')
  const query = v3Pairs(member(value, 'queryParams'))
  const variable = v3Pairs(member(value, 'pathVariables'))
  if (query.length === 0) return { raw, variable }
  const pairsOf = (rows: readonly { readonly name: string; readonly value: string }[]) =>
    JSON.stringify(rows.map(one => [one.name, one.value]))
  const ticked = query.filter(isEnabled).map(postmanRow)
  const isSame = pairsOf(paramsFromUrl(raw, [])) === pairsOf(ticked)
  return { raw: isSame ? raw : withoutQuery(raw), query, variable }
}

function withoutQuery(url: string): string {
  const { base, fragment } = splitRequestUrl(url)
  return fragment === null ? base : `${base}#${fragment}`
}

const rawLanguages: ReadonlySet<string> = new Set(['json', 'text', 'xml', 'html', 'javascript'])

function v21Body(body: JsonValue | undefined, folder: readonly string[]): JsonValue {
  const type = textMember(body, 'type')
  const content = member(body, 'content')
  if (rawLanguages.has(type))
    return { mode: 'raw', raw: textOf(content), options: { raw: { language: type } } }
  if (type === 'urlencoded') return { mode: type, urlencoded: v3Pairs(content) }
  if (type === 'formdata')
    return { mode: type, formdata: v3Pairs(content).map(one => withPaths(one, folder)) }
  if (type === 'file') return { mode: type, file: isObject(content) ? withPaths(content, folder) : {} }
  if (type === 'graphql') return { mode: type, graphql: isObject(content) ? content : {} }
  return type === '' || type === 'none' ? null : { mode: type }
}

/** Returns a row or a file body with the paths of its files from the collection. */
function withPaths(value: JsonValue, folder: readonly string[]): JsonValue {
  const source = member(value, 'src')
  if (!isObject(value) || source === undefined || source === null) return value
  const from = (path: JsonValue) => pathFromCollection(folder, textOf(path))
  return { ...value, src: Array.isArray(source) ? listOf(source).map(from) : from(source) }
}

/** Returns the settings without those that say what Parley does anyway. */
function behaviourOf(settings: JsonValue | undefined): JsonObject {
  const said = entriesOf(settings).filter(
    ([name, value]) =>
      !(name === 'strictSSL' && value === true) &&
      !(name === 'disabledSystemHeaders' && listOf(value).length === 0),
  )
  return Object.fromEntries(said)
}

/** Converts a saved response. */
function v21Example(value: JsonObject): JsonObject {
  const request = member(value, 'request')
  const response = member(value, 'response')
  const body = member(response, 'body')
  return {
    name: textMember(value, 'name'),
    ...(isObject(request) ? { originalRequest: v21Request(request) } : {}),
    code: textMember(response, 'statusCode'),
    status: textMember(response, 'statusText'),
    header: v3Pairs(member(response, 'headers')),
    body: textOf(member(body, 'content')),
    _postman_previewlanguage: textMember(body, 'type'),
  }
}

import {
  type Auth,
  type HttpBody,
  type HttpRequest,
  type Item,
  maximumFolderDepth,
  newHttpRequest,
  paramsFromUrl,
  type Row,
} from '@parley/model'
import { graphQlBodyOf } from '../graphql/graphql-body-of.ts'
import type { ImportLog } from '../import-log.ts'
import {
  entriesOf,
  isObject,
  type JsonValue,
  listOf,
  maximumDepth,
  member,
  textMember,
  textOf,
} from '../json-value.ts'
import { newDefaults, newFolder, newScripts } from '../new-entities.ts'
import { methodOf } from '../request-parts.ts'
import { postmanAuth, withSentPlacement } from './postman-auth.ts'
import { formPart, methodsWithoutBody, prunesBodies, rawLanguage, unsentBody } from './postman-body.ts'
import { postmanExample } from './postman-example.ts'
import { descriptionText, postmanHeaders, postmanRow, postmanRows } from './postman-rows.ts'
import { postmanScripts } from './postman-scripts.ts'
import { postmanRequestVariables, postmanVariables } from './postman-variables.ts'

/**
 * Converts the items of a v1 collection: flat lists of folders and requests, ordered by lists of their ids.
 * Items that no list names come last, so that nothing is lost.
 */
export function postmanV1Items(collection: JsonValue, log: ImportLog): readonly Item[] {
  return new V1Reading(collection, log).items()
}

class V1Reading {
  readonly #log: ImportLog
  readonly #folders: ReadonlyMap<string, JsonValue>
  readonly #requests: ReadonlyMap<string, JsonValue>
  readonly #collection: JsonValue
  readonly #placed = new Set<JsonValue>()

  constructor(collection: JsonValue, log: ImportLog) {
    this.#collection = collection
    this.#log = log
    this.#folders = byId(member(collection, 'folders'))
    this.#requests = byId(member(collection, 'requests'))
  }

  items(): readonly Item[] {
    const named = this.#itemsOf(this.#collection, 0)
    const rest = [
      ...[...this.#folders.values()].flatMap(one => this.#folder(one, 1)),
      ...[...this.#requests.values()].flatMap(one => this.#request(one)),
    ]
    return [...named, ...rest]
  }

  #itemsOf(owner: JsonValue, depth: number): readonly Item[] {
    const folders = listOf(member(owner, 'folders_order')).flatMap(id => {
      const folder = this.#folders.get(textOf(id))
      return folder === undefined ? [] : this.#folder(folder, depth + 1)
    })
    const requests = listOf(member(owner, 'order')).flatMap(id => {
      const request = this.#requests.get(textOf(id))
      return request === undefined ? [] : this.#request(request)
    })
    return [...folders, ...requests]
  }

  /** Converts a folder only once, so that circular ids end. Folders that are too deep come last. */
  #folder(folder: JsonValue, depth: number): readonly Item[] {
    if (this.#placed.has(folder) || depth > maximumDepth) return []
    this.#placed.add(folder)
    const name = textMember(folder, 'name')
    return this.#log.within(name, () => {
      if (depth >= maximumFolderDepth) return this.#itemsOf(folder, depth)
      this.#log.count('folders')
      const docs = descriptionText(folder)
      return [
        newFolder(name, {
          ...(docs === '' ? {} : { docs }),
          defaults: newDefaults({
            auth: postmanAuth(member(folder, 'auth'), this.#log),
            scripts: postmanScripts(member(folder, 'events'), this.#log),
            variables: postmanVariables(member(folder, 'variables'), 'folder', this.#log),
          }),
          items: this.#itemsOf(folder, depth),
        }),
      ]
    })
  }

  #request(request: JsonValue): readonly Item[] {
    if (this.#placed.has(request)) return []
    this.#placed.add(request)
    const name = textMember(request, 'name')
    const isPruned = prunesBodies(request, prunesBodies(this.#collection, true))
    return [this.#log.within(name, () => v1Request(request, name, isPruned, this.#log))]
  }
}

function byId(list: JsonValue | undefined): ReadonlyMap<string, JsonValue> {
  return new Map(
    listOf(list)
      .filter(isObject)
      .map((one, index) => [textMember(one, 'id') || `#${index}`, one] as const),
  )
}

function v1Request(value: JsonValue, name: string, isPruned: boolean, log: ImportLog): HttpRequest {
  log.count('requests')
  const method = methodOf(value)
  const url = textMember(value, 'url')
  const listed = listOf(member(value, 'headerData'))
  const headers = listed.length > 0 ? postmanHeaders(listed, log) : postmanRows(member(value, 'headers'))
  const docs = descriptionText(value)
  const unticked = listOf(member(value, 'queryParams'))
    .filter(isObject)
    .map(postmanRow)
    .filter(one => !one.enabled)
  const events = postmanScripts(member(value, 'events'), log)
  const body =
    isPruned && methodsWithoutBody.has(method.toUpperCase())
      ? unsentBody(method, v1Content(value), log)
      : v1Body(value, headers, log)
  return newHttpRequest({
    name,
    method,
    url,
    params: [...paramsFromUrl(url, []), ...unticked],
    pathParams: v1PathParams(value),
    headers,
    body,
    auth: withSentPlacement(v1Auth(value, log), method, body),
    scripts:
      events.preRequest === '' && events.postResponse === ''
        ? newScripts(textMember(value, 'preRequestScript'), textMember(value, 'tests'), log)
        : events,
    variables: postmanRequestVariables(member(value, 'variables'), log),
    examples: listOf(member(value, 'responses'))
      .filter(isObject)
      .map(one => postmanExample(one, log)),
    ...(docs === '' ? {} : { docs }),
  })
}

function v1PathParams(value: JsonValue): readonly Row[] {
  const listed = listOf(member(value, 'pathVariableData')).filter(isObject)
  if (listed.length > 0) return listed.map(postmanRow)
  return entriesOf(member(value, 'pathVariables')).map(([name, one]) => ({
    name,
    value: textOf(one),
    enabled: true,
  }))
}

/** Returns the typed text, which may be in a list. */
function rawText(value: JsonValue): string {
  const [data, raw] = [member(value, 'data'), member(value, 'rawModeData')]
  const [first, ...others] = listOf(raw)
  const text = Array.isArray(raw) ? (others.length === 0 ? first : undefined) : raw
  return textOf(text) || (typeof data === 'string' ? data : '')
}

/** Returns what was typed for the mode of the body. */
function v1Content(value: JsonValue): JsonValue {
  const mode = textMember(value, 'dataMode')
  if (mode === 'graphql') return member(value, 'graphqlModeData') ?? ''
  return mode === 'raw' || mode === 'binary' ? rawText(value) : listOf(member(value, 'data'))
}

function v1Body(value: JsonValue, headers: readonly Row[], log: ImportLog): HttpBody {
  const mode = textMember(value, 'dataMode')
  const rows = listOf(member(value, 'data')).filter(isObject)
  const raw = rawText(value)
  const language = textMember(member(member(value, 'dataOptions'), 'raw'), 'language')
  if (mode === 'urlencoded')
    return rows.length === 0 ? { type: 'none' } : { type: 'urlEncoded', fields: rows.map(postmanRow) }
  if (mode === 'raw')
    return raw === ''
      ? { type: 'none' }
      : { type: 'raw', language: rawLanguage(language, headers), text: raw }
  if (mode === 'graphql') {
    return graphQlBodyOf(member(value, 'graphqlModeData'))
  }
  if (mode === 'binary') {
    log.file(raw)
    return { type: 'file', files: raw === '' ? [] : [{ filePath: raw, contentType: '', selected: true }] }
  }
  if (rows.length === 0) return { type: 'none' }
  return {
    type: 'multipart',
    parts: rows.flatMap(one => {
      // In v1 a file row has its path in the member of the text.
      const isFile = textMember(one, 'type') === 'file' && member(one, 'src') === undefined
      return formPart(isFile ? { ...(isObject(one) ? one : {}), src: textMember(one, 'value') } : one, log)
    }),
  }
}

const helpers: ReadonlyMap<string, string> = new Map([
  ['basicAuth', 'basic'],
  ['digestAuth', 'digest'],
  ['bearerAuth', 'bearer'],
  ['oAuth1', 'oauth1'],
  ['oAuth2', 'oauth2'],
  ['hawkAuth', 'hawk'],
  ['awsSigV4', 'awsv4'],
  ['ntlmAuth', 'ntlm'],
])

/** Converts `auth`, which later v1 files have; earlier ones have the name of a helper and its fields. */
function v1Auth(value: JsonValue, log: ImportLog): Auth {
  if (isObject(member(value, 'auth'))) return postmanAuth(member(value, 'auth'), log)
  const helper = textMember(value, 'currentHelper')
  if (helper === '' || helper === 'normal') return { type: 'inherit' }
  const type = helpers.get(helper) ?? helper
  return postmanAuth({ type, [type]: member(value, 'helperAttributes') ?? {} }, log)
}

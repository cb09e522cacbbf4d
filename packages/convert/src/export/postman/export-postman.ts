import {
  type Collection,
  type Description,
  type Folder,
  type HttpRequest,
  httpRequestOf,
  type Item,
  type RequestExample,
  type RequestSettings,
  type Row,
  rawMediaTypes,
  row,
  type Scripts,
  type Variable,
  variableText,
} from '@parley/model'
import type { JsonObject } from '../../import/json-value.ts'
import { methodsWithoutBody } from '../../import/postman/postman-body.ts'
import { ExportLog } from '../export-log.ts'
import type { Exported, ExportSettings } from '../exported.ts'
import { lostOfCollection, lostOfFolder, lostOfRequest } from '../lost-parts.ts'
import { foreignNames } from './foreign-names.ts'
import { writePostmanAuth } from './write-postman-auth.ts'
import { writePostmanBody } from './write-postman-body.ts'
import { writeDescription, writePostmanRows } from './write-postman-rows.ts'
import { writePostmanUrl } from './write-postman-url.ts'

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** Exports a collection as Postman v2.1. Headers inherited from folders are written into the requests. */
export function exportPostman(collection: Collection, settings: ExportSettings): Exported {
  const log = new ExportLog(settings)
  const { defaults } = collection
  const value = log.within(collection.name, () => {
    for (const part of lostOfCollection(collection, 'postman')) log.loss(part)
    return {
      info: { name: collection.name, schema, ...writeDescription(collection.docs) },
      item: writeItems(collection.items, defaults.headers, log),
      ...writePostmanAuth(defaults.auth, log),
      ...writeEvents(defaults.scripts, log),
      ...writeVariables(defaults.variables),
      ...writeSettings(defaults.settings, log),
    }
  })
  return { value, losses: log.losses }
}

function writeItems(
  items: readonly Item[],
  inherited: readonly Row[],
  log: ExportLog,
): readonly JsonObject[] {
  return items.flatMap(item => writeItem(item, inherited, log))
}

function writeItem(item: Item, inherited: readonly Row[], log: ExportLog): readonly JsonObject[] {
  if (item.kind === 'folder') return [log.within(item.name, () => writeFolder(item, inherited, log))]
  const request = httpRequestOf(item)
  if (request !== null) return [log.within(request.name, () => writeRequest(request, inherited, log))]
  log.lossOfItem(item)
  return []
}

function writeFolder(folder: Folder, inherited: readonly Row[], log: ExportLog): JsonObject {
  for (const part of lostOfFolder(folder, 'postman')) log.loss(part)
  return {
    name: folder.name,
    item: writeItems(folder.items, [...inherited, ...folder.defaults.headers], log),
    ...writeDescription(folder.docs || folder.description),
    ...writePostmanAuth(folder.defaults.auth, log),
    ...writeEvents(folder.defaults.scripts, log),
    ...writeVariables(folder.defaults.variables),
    ...writeSettings(folder.defaults.settings, log),
  }
}

function writeRequest(request: HttpRequest, inherited: readonly Row[], log: ExportLog): JsonObject {
  const docs: Description | undefined = request.docs || request.description
  for (const part of lostOfRequest(request, 'postman')) log.loss(part)
  return {
    name: request.name,
    request: {
      method: request.method,
      header: writePostmanRows(headersOf(request, inherited)),
      ...writePostmanBody(request.body),
      url: writePostmanUrl(request.url, request.params, request.pathParams),
      ...writePostmanAuth(request.auth, log),
      ...writeDescription(docs),
    },
    ...writeEvents(request.scripts, log),
    ...writeVariables(request.variables),
    ...writeSettings(request.settings, log, sendsPrunedBody(request) ? { disableBodyPruning: true } : {}),
    response: request.examples.map(writeExample),
  }
}

/**
 * Returns the inherited rows that the request does not override, its own rows, its cookies, and the type of a
 * language that Postman does not know.
 */
function headersOf(request: HttpRequest, inherited: readonly Row[]): readonly Row[] {
  const own = new Set(request.headers.map(one => one.name.toLowerCase()))
  const cookies = request.cookies.filter(one => one.enabled)
  const { body } = request
  const needsType =
    body.type === 'raw' &&
    (body.language === 'yaml' || body.language === 'sparql') &&
    !own.has('content-type')
  return [
    ...inherited.filter(one => one.enabled && !own.has(one.name.toLowerCase())),
    ...request.headers,
    ...(cookies.length === 0
      ? []
      : [row('Cookie', cookies.map(one => `${one.name}=${one.value}`).join('; '))]),
    ...(needsType ? [row('Content-Type', rawMediaTypes[body.language])] : []),
  ]
}

/** Writes scripts unchanged, and names what they use that Postman lacks. */
function writeEvents(scripts: Scripts, log: ExportLog): { readonly event?: readonly JsonObject[] } {
  const names = foreignNames(Object.values(scripts).join('\n'))
  if (names.length > 0) log.loss(`the ${namesText(names)} in scripts`)
  const event = (listen: string, text: string) =>
    text === '' ? [] : [{ listen, script: { type: 'text/javascript', exec: text.split('\n') } }]
  const after = [scripts.postResponse, scripts.tests].filter(text => text !== '').join('\n')
  const events = [...event('prerequest', scripts.preRequest), ...event('test', after)]
  return events.length === 0 ? {} : { event: events }
}

/** `name bru`, or `names bru, req and res`. */
function namesText(names: readonly string[]): string {
  const [last = '', ...others] = names.toReversed()
  return others.length === 0 ? `name ${last}` : `names ${others.toReversed().join(', ')} and ${last}`
}

/** Secrets are there by name, without their values. */
function writeVariables(variables: readonly Variable[]): { readonly variable?: readonly JsonObject[] } {
  if (variables.length === 0) return {}
  return {
    variable: variables.map(one => ({
      key: one.name,
      value: one.secret ? '' : variableText(one),
      ...(one.secret ? { type: 'secret' } : {}),
      ...(one.enabled ? {} : { disabled: true }),
      ...writeDescription(one.description),
    })),
  }
}

/** Returns whether Postman would leave out the body unless it is asked to send it. A variable may name such a method. */
function sendsPrunedBody({ method, body }: HttpRequest): boolean {
  return body.type !== 'none' && (methodsWithoutBody.has(method.toUpperCase()) || method.includes('{{'))
}

function writeSettings(
  settings: RequestSettings,
  log: ExportLog,
  ofBody: JsonObject = {},
): { readonly protocolProfileBehavior?: JsonObject } {
  const { followRedirects, maxRedirects, encodeUrl, forwardAuthorization, httpVersion, timeoutMs } = settings
  if (timeoutMs !== 'inherit') log.loss('the timeout')
  const all: JsonObject = {
    ...ofBody,
    ...(followRedirects === 'inherit' ? {} : { followRedirects }),
    ...(maxRedirects === 'inherit' ? {} : { maxRedirects }),
    ...(encodeUrl === 'inherit' ? {} : { disableUrlEncoding: !encodeUrl }),
    ...(forwardAuthorization === 'inherit' ? {} : { followAuthorizationHeader: forwardAuthorization }),
    ...(httpVersion === 'inherit' || httpVersion === 'auto'
      ? {}
      : { protocolVersion: httpVersion === '2' ? 'http2' : 'http1' }),
  }
  return Object.keys(all).length === 0 ? {} : { protocolProfileBehavior: all }
}

function writeExample({ name, request, response }: RequestExample): JsonObject {
  const body = response?.body
  return {
    name,
    ...(request === undefined
      ? {}
      : {
          originalRequest: {
            method: request.method,
            header: writePostmanRows(request.headers),
            ...writePostmanBody(request.body),
            url: writePostmanUrl(request.url, request.params, request.pathParams),
          },
        }),
    status: response?.reasonPhrase ?? '',
    code: response?.statusCode ?? 0,
    header: (response?.headers ?? []).map(one => ({ key: one.name, value: one.value })),
    ...(body === undefined ? {} : { body: body.data, _postman_previewlanguage: body.type }),
  }
}

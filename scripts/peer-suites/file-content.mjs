import { documentOf } from '../../packages/convert/src/import/expected-requests.testkit.ts'
import { countGraphQl, countOpenApi, countWsdl } from './description-content.mjs'

/** What is counted of a file and of its import. */
export const contentKinds = ['collections', 'folders', 'names', 'authorizations', 'scripts', 'bodies']

/**
 * Counts what a file of another client has, by reading it without the importers.
 * @returns the number of each kind, and the names; null for a format that does not say
 */
export function contentOfSource(kind, text) {
  const found = emptyContent()
  const document = kind === 'wsdl' ? undefined : documentOf(text)
  if (kind === 'wsdl') countWsdl(text, found)
  else if (document?.openapi !== undefined || document?.swagger !== undefined) countOpenApi(document, found)
  else if (kind === 'graphql') countGraphQl(document, found)
  else if (readers[kind] === undefined || document?.__export_format === 1) return null
  else readers[kind](document, found)
  return found
}

/** Counts what an import has. */
export function contentOfImport({ collections }) {
  const found = emptyContent()
  const visit = item => {
    found.names.push(item.name)
    const { auth, scripts } = item.kind === 'folder' ? item.defaults : item
    count(found, { auth: !['inherit', 'none'].includes(auth?.type ?? 'inherit'), scripts: textsOf(scripts) })
    if (item.kind === 'folder') {
      found.folders += 1
      item.items.forEach(visit)
    } else if (item.body !== undefined && item.body.type !== 'none') found.bodies += 1
  }
  for (const { defaults, items } of collections) {
    found.collections += 1
    count(found, {
      auth: !['inherit', 'none'].includes(defaults.auth.type),
      scripts: textsOf(defaults.scripts),
    })
    items.filter(({ kind }) => kind !== 'scriptFile' && kind !== 'appFile').forEach(visit)
  }
  return found
}

/** Returns how many of the names in a file an import has. */
export function namesKept(expected, found) {
  const left = new Map()
  for (const name of found) left.set(name.trim(), (left.get(name.trim()) ?? 0) + 1)
  return expected.filter(name => {
    const number = left.get(name.trim()) ?? 0
    left.set(name.trim(), number - 1)
    return number > 0
  }).length
}

const emptyContent = () => ({
  collections: 0,
  folders: 0,
  names: [],
  authorizations: 0,
  scripts: 0,
  bodies: 0,
})

const listOf = value =>
  Array.isArray(value) ? value.filter(one => typeof one === 'object' && one !== null) : []
const isText = value => typeof value === 'string' && value.trim() !== ''
const textsOf = scripts => [scripts?.preRequest, scripts?.postResponse].filter(isText)

/** Adds a request, folder or collection. */
function count(content, { name, auth = false, scripts = [], body = false }) {
  if (name !== undefined) content.names.push(String(name))
  if (auth) content.authorizations += 1
  content.scripts += scripts.filter(isText).length
  if (body) content.bodies += 1
}

/** Bodies that Postman leaves out of these methods are not counted (protocolProfileBehavior.disableBodyPruning). */
const pruned = new Set(['GET', 'HEAD', 'COPY', 'PURGE', 'UNLOCK'])

const readers = {
  postman(document, content) {
    const all = [document?.collections ?? document]
      .flat()
      .filter(one => Array.isArray(one?.item) || Array.isArray(one?.requests))
    for (const one of all) {
      content.collections += 1
      if (Array.isArray(one.requests)) readPostmanV1(one, content)
      else readPostman(one, content, false)
    }
  },

  insomnia(document, content) {
    const resources = listOf(document?.resources)
    content.collections += resources.filter(
      ({ _type, scope }) => _type === 'workspace' && scope !== 'environment',
    ).length
    for (const one of resources) {
      if (one._type === 'request_group') content.folders += 1
      if (!['request_group', 'request', 'grpc_request', 'websocket_request'].includes(one._type)) continue
      countInsomnia(one, content)
    }
    if (!Array.isArray(document?.collection)) return
    content.collections += 1
    const walk = entries => {
      for (const one of listOf(entries)) {
        if (Array.isArray(one.children)) {
          content.folders += 1
          walk(one.children)
        }
        countInsomnia(one, content)
      }
    }
    walk(document.collection)
  },

  hoppscotch(document, content) {
    const walk = one => {
      count(content, { auth: hasHoppscotchAuth(one), scripts: [one.preRequestScript, one.testScript] })
      for (const request of listOf(one.requests))
        count(content, {
          name: request.name,
          auth: hasHoppscotchAuth(request),
          scripts: [request.preRequestScript, request.testScript],
          body: request.body?.contentType != null && hasContent(request.body.body),
        })
      for (const folder of listOf(one.folders)) {
        content.folders += 1
        content.names.push(String(folder.name))
        walk(folder)
      }
    }
    for (const one of [document]
      .flat()
      .filter(value => Array.isArray(value?.requests) && Array.isArray(value?.folders))) {
      content.collections += 1
      walk(one)
    }
  },

  'thunder-client'(document, content) {
    for (const one of listOf([document].flat())) {
      if (one.colName !== undefined) {
        content.collections += 1
        count(content, { auth: hasThunderAuth(one.settings) })
      }
      for (const folder of listOf(one.folders)) {
        content.folders += 1
        count(content, { name: folder.name, auth: hasThunderAuth(folder.settings) })
      }
      const requests = typeof one.method === 'string' ? [one] : listOf(one.requests)
      for (const request of requests)
        count(content, {
          name: request.name,
          auth: hasThunderAuth(request),
          // Its tests become one script.
          scripts: listOf(request.tests).length > 0 ? ['tests'] : [],
          body: hasThunderBody(request.body ?? {}),
        })
    }
    // Requests whose collection is in another file come into one of their own.
    const listed = listOf([document].flat())
    const named = new Set(listed.filter(({ colName }) => colName !== undefined).map(({ _id }) => _id))
    const loose = listed.filter(({ method, colId }) => method !== undefined && !named.has(colId))
    content.collections += new Set(loose.map(({ colId }) => colId)).size
  },

  har(document, content) {
    content.collections += 1
    for (const { request } of listOf(document?.log?.entries))
      count(content, {
        body: isText(request?.postData?.text) || listOf(request?.postData?.params).length > 0,
      })
  },
}

function readPostman(
  { item, auth, event, request, name, protocolProfileBehavior },
  content,
  inherited,
  depth = 0,
) {
  const sends = protocolProfileBehavior?.disableBodyPruning ?? inherited
  const own = typeof request === 'object' ? request : null
  count(content, {
    name: depth === 0 || name === undefined ? undefined : name,
    auth: hasPostmanAuth(own?.auth ?? auth),
    scripts: [event]
      .flat()
      .filter(Boolean)
      .map(one => [one.script?.exec ?? one.script ?? ''].flat().join('\n')),
    body: own !== null && (sends || !pruned.has(own.method ?? 'GET')) && hasPostmanBody(own.body),
  })
  if (!Array.isArray(item) && request !== undefined) return
  if (depth > 0) content.folders += 1
  for (const one of listOf(item)) readPostman(one, content, sends, depth + 1)
}

const hasPostmanAuth = auth => isText(auth?.type) && auth.type !== 'noauth'

function hasPostmanBody(body) {
  const value = body?.disabled === true ? undefined : body?.[body.mode]
  return body?.mode === 'file' || hasContent(value)
}

function readPostmanV1({ folders, requests, auth, events }, content) {
  const scriptsOf = one => listOf(one.events).map(({ script }) => [script?.exec ?? ''].flat().join('\n'))
  count(content, { auth: hasPostmanAuth(auth), scripts: scriptsOf({ events }) })
  for (const folder of listOf(folders)) {
    content.folders += 1
    count(content, { name: folder.name, auth: hasPostmanAuth(folder.auth), scripts: scriptsOf(folder) })
  }
  for (const one of listOf(requests)) {
    const scripts = one.events === undefined ? [one.preRequestScript, one.tests] : scriptsOf(one)
    const data =
      one.dataMode === 'raw' || one.dataMode === 'binary' ? (one.rawModeData ?? one.data) : one.data
    const helper = isText(one.currentHelper) && !['null', 'normal', 'noauth'].includes(one.currentHelper)
    count(content, {
      name: one.name,
      auth: one.auth === undefined ? helper : hasPostmanAuth(one.auth),
      scripts,
      body: !pruned.has(one.method ?? 'GET') && hasContent(data),
    })
  }
}

function countInsomnia(one, content) {
  const { type, disabled } = one.authentication ?? {}
  count(content, {
    name: one.name,
    auth: isText(type) && type !== 'none' && disabled !== true,
    scripts: [
      one.preRequestScript ?? one.scripts?.preRequest,
      one.afterResponseScript ?? one.scripts?.afterResponse,
    ],
    body:
      isText(one.method) &&
      (isText(one.body?.text) || listOf(one.body?.params).length > 0 || isText(one.body?.fileName)),
  })
}

/** In the oldest version the type is a text. */
const hasHoppscotchAuth = ({ auth }) =>
  (isText(auth) && auth !== 'None') ||
  (isText(auth?.authType) && !['none', 'inherit'].includes(auth.authType) && auth.authActive !== false)

const hasThunderAuth = owner => isText(owner?.auth?.type) && !['none', 'inherit'].includes(owner.auth.type)

function hasThunderBody({ type, raw, form, files, graphql }) {
  if (type === undefined || type === 'none') return false
  return isText(raw) || listOf(form).length > 0 || listOf(files).length > 0 || isText(graphql?.query)
}

/** Returns whether a body is a text, a list or an object with something in it. */
function hasContent(value) {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' && value !== ''
  return Array.isArray(value) ? value.length > 0 : Object.values(value).some(hasContent)
}

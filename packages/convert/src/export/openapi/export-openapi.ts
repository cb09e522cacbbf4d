import {
  type Auth,
  type Collection,
  type HttpRequest,
  httpRequestOf,
  type Item,
  splitPathVariables,
  splitRequestUrl,
  variableText,
} from '@parley/model'
import type { JsonObject } from '../../import/json-value.ts'
import { ExportLog } from '../export-log.ts'
import type { Exported } from '../exported.ts'
import { lostOfCollection, lostOfFolder, lostOfRequest } from '../lost-parts.ts'
import { documentationOf, lostOfOperation, writeOperation } from './write-operation.ts'
import { SecuritySchemes, securityScheme } from './write-security.ts'

const methods = new Set(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'])

/** Exports a collection as an OpenAPI 3.1 document, without the values of any authorization. */
export function exportOpenApi(collection: Collection): Exported {
  const log = new ExportLog({ includeSecrets: false })
  const writing = new OpenApiWriting(collection, log)
  log.within(collection.name, () => {
    for (const part of lostOfCollection(collection, 'openApi')) log.loss(part)
    writing.addItems(collection.items, '', collection.defaults.auth)
    writing.logVariables()
  })
  return { value: writing.document(), losses: log.losses }
}

class OpenApiWriting {
  readonly #collection: Collection
  readonly #log: ExportLog
  readonly #paths = new Map<string, Map<string, JsonObject>>()
  readonly #servers = new Set<string>()
  readonly #schemes = new SecuritySchemes()
  readonly #tags = new Map<string, string>()

  constructor(collection: Collection, log: ExportLog) {
    this.#collection = collection
    this.#log = log
  }

  document(): JsonObject {
    const { name, version, docs, defaults } = this.#collection
    const description = typeof docs === 'string' ? docs : (docs?.content ?? '')
    const security = this.#security(defaults.auth)
    const securitySchemes = this.#schemes.written()
    return {
      openapi: '3.1.0',
      info: { title: name, version: version || '1.0.0', ...(description === '' ? {} : { description }) },
      ...(this.#servers.size === 0 ? {} : { servers: [...this.#servers].map(one => this.#server(one)) }),
      ...(security === null ? {} : { security }),
      paths: Object.fromEntries([...this.#paths].map(([path, item]) => [path, Object.fromEntries(item)])),
      ...(this.#tags.size === 0
        ? {}
        : { tags: [...this.#tags].map(([name, text]) => ({ name, description: text })) }),
      ...(Object.keys(securitySchemes).length === 0 ? {} : { components: { securitySchemes } }),
    }
  }

  addItems(items: readonly Item[], tag: string, inherited: Auth): void {
    for (const item of items) {
      if (item.kind === 'folder') {
        const auth = item.defaults.auth.type === 'inherit' ? inherited : item.defaults.auth
        const name = tag === '' ? item.name : `${tag} / ${item.name}`
        const text = documentationOf(item)
        if (text !== '') this.#tags.set(name, text)
        this.#log.within(item.name, () => {
          this.#logParts(lostOfFolder(item, 'openApi'))
          if (item.defaults.variables.length > 0) this.#log.loss('the variables')
          this.addItems(item.items, name, auth)
        })
        continue
      }
      const request = httpRequestOf(item)
      if (request === null) this.#log.lossOfItem(item)
      else this.#log.within(request.name, () => this.#addRequest(request, tag, inherited))
    }
  }

  #addRequest(request: HttpRequest, tag: string, inherited: Auth): void {
    if (!methods.has(request.method)) {
      this.#log.loss(`the method ${request.method}`)
      return
    }
    const { server, path } = partsOf(request.url)
    if (server !== '') this.#servers.add(server)
    const item = this.#paths.get(path) ?? new Map<string, JsonObject>()
    const method = request.method.toLowerCase()
    if (item.has(method)) {
      this.#log.loss(`a second ${request.method} ${path}`)
      return
    }
    this.#logParts([...lostOfRequest(request, 'openApi'), ...lostOfOperation(request)])
    const own = request.auth.type === 'inherit' ? inherited : request.auth
    const isCollectionOwn = own === this.#collection.defaults.auth
    const security = isCollectionOwn ? null : this.#security(own)
    const operation = writeOperation(request, path, tag, security, part => this.#log.loss(part))
    this.#paths.set(path, item.set(method, operation))
  }

  /** Names the variables of the collection that no address of a server contains. */
  logVariables(): void {
    const inServers = new Set([...this.#servers].flatMap(namesIn))
    for (const { name } of this.#collection.defaults.variables)
      if (!inServers.has(name)) this.#log.loss(`the variable ${name}`)
  }

  #logParts(parts: readonly string[]): void {
    for (const part of parts) this.#log.loss(part)
  }

  /** Returns null if the authorization is inherited, and an empty list if there is none. */
  #security(auth: Auth): readonly JsonObject[] | null {
    if (auth.type === 'inherit') return null
    if (auth.type === 'none') return []
    const scheme = securityScheme(auth)
    if (scheme === null) {
      this.#log.loss(`${auth.type} authorization`)
      return []
    }
    if (scheme.lost !== '') this.#log.loss(scheme.lost)
    return [this.#schemes.requirementOf(scheme)]
  }

  #server(address: string): JsonObject {
    const names = namesIn(address)
    if (names.length === 0) return { url: address }
    const values = new Map(
      this.#collection.defaults.variables.map(one => [one.name, variableText(one)] as const),
    )
    const variables = names.map(name => [name, { default: values.get(name) ?? '' }] as const)
    return { url: address, variables: Object.fromEntries(variables) }
  }
}

function namesIn(address: string): readonly string[] {
  return [...address.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? '')
}

/** Splits a URL into address and path, with `{{name}}` and `:name` as `{name}`. */
function partsOf(url: string): { readonly server: string; readonly path: string } {
  const base = splitPathVariables(splitRequestUrl(url).base)
    .map(piece => ('text' in piece ? piece.text : `{${piece.pathVariable}}`))
    .join('')
    .replace(/\{\{([^{}]+)\}\}/g, (_, name: string) => `{${name.trim()}}`)
  const [, server = '', path = ''] =
    /^((?:[a-z][a-z0-9+.-]*:\/\/|\{[^{}]+\}:\/\/)?[^/]*)(.*)$/is.exec(base) ?? []
  return { server, path: path === '' ? '/' : path }
}

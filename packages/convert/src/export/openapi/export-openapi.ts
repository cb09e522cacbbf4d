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
  const value = log.within(collection.name, () => {
    for (const part of lostOfCollection(collection, 'openApi')) log.loss(part)
    writing.addItems(collection.items, '', collection.defaults.auth)
    const document = writing.document()
    writing.logVariables()
    return document
  })
  return { value, losses: log.losses }
}

/** An operation, and the address of its server; empty if the URL has none. */
interface WrittenOperation {
  readonly operation: JsonObject
  readonly server: string
}

class OpenApiWriting {
  readonly #collection: Collection
  readonly #log: ExportLog
  readonly #paths = new Map<string, Map<string, WrittenOperation>>()
  /** Variables of the collection that the addresses contain. */
  readonly #usedVariables = new Set<string>()
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
    const server = this.#mostUsedServer()
    return {
      openapi: '3.1.0',
      info: { title: name, version: version || '1.0.0', ...(description === '' ? {} : { description }) },
      ...this.#serversOf(server),
      ...(security === null ? {} : { security }),
      paths: Object.fromEntries([...this.#paths].map(([path, item]) => [path, this.#pathItem(item, server)])),
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
    const item = this.#paths.get(path) ?? new Map<string, WrittenOperation>()
    const method = request.method.toLowerCase()
    if (item.has(method)) {
      this.#log.loss(`a second ${request.method} ${path}`)
      return
    }
    this.#logParts([...lostOfRequest(request, 'openApi'), ...lostOfOperation(request)])
    const auth = request.auth.type === 'inherit' ? inherited : request.auth
    const security = auth === this.#collection.defaults.auth ? null : this.#security(auth)
    const operation = writeOperation(request, path, tag, security, part => this.#log.loss(part))
    this.#paths.set(path, item.set(method, { operation, server: this.#addressOf(server) }))
  }

  /** Names the variables of the collection that no address of a server contains. */
  logVariables(): void {
    for (const { name } of this.#collection.defaults.variables)
      if (!this.#usedVariables.has(name)) this.#log.loss(`the variable ${name}`)
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

  /** Returns the server of most operations, which is that of the document; the first one of several. */
  #mostUsedServer(): string {
    const uses = new Map<string, number>()
    for (const item of this.#paths.values())
      for (const { server } of item.values()) if (server !== '') uses.set(server, (uses.get(server) ?? 0) + 1)
    const most = Math.max(...uses.values())
    return [...uses].find(([, number]) => number === most)?.[0] ?? ''
  }

  #pathItem(item: ReadonlyMap<string, WrittenOperation>, usual: string): JsonObject {
    return Object.fromEntries(
      [...item].map(([method, { operation, server }]) => [
        method,
        server === usual ? operation : { ...operation, ...this.#serversOf(server) },
      ]),
    )
  }

  /** Returns an address; for one that is a variable of the collection, the address that this has. */
  #addressOf(server: string): string {
    const [name, ...others] = namesIn(server)
    const value = name === undefined || others.length > 0 ? '' : this.#valueOf(name)
    if (name === undefined || value === '' || server !== `{${name}}`) return server
    this.#usedVariables.add(name)
    return withBraces(value)
  }

  #serversOf(address: string): { readonly servers?: readonly JsonObject[] } {
    if (address === '') return {}
    const names = namesIn(address)
    for (const name of names) this.#usedVariables.add(name)
    const variables = names.map(name => [name, { default: this.#valueOf(name) }] as const)
    return {
      servers: [
        { url: address, ...(names.length === 0 ? {} : { variables: Object.fromEntries(variables) }) },
      ],
    }
  }

  #valueOf(name: string): string {
    const found = this.#collection.defaults.variables.find(one => one.name === name)
    return found === undefined || found.secret ? '' : variableText(found)
  }
}

function namesIn(address: string): readonly string[] {
  return [...address.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? '')
}

/** Converts `{{name}}` to `{name}`. */
function withBraces(text: string): string {
  return text.replace(/\{\{([^{}]+)\}\}/g, (_, name: string) => `{${name.trim()}}`)
}

/** Splits a URL into address and path, with `{{name}}` and `:name` as `{name}`. */
function partsOf(url: string): { readonly server: string; readonly path: string } {
  const pieces = splitPathVariables(splitRequestUrl(url).base)
  const base = withBraces(
    pieces.map(piece => ('text' in piece ? piece.text : `{${piece.pathVariable}}`)).join(''),
  )
  const [, server = '', path = ''] =
    /^((?:[a-z][a-z0-9+.-]*:\/\/|\{[^{}]+\}:\/\/)?[^/]*)(.*)$/is.exec(base) ?? []
  return { server, path: path === '' ? '/' : path }
}

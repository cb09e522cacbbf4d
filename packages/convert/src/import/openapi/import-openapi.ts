import { type HttpRequest, type Item, ok } from '@parley/model'
import { ImportLog } from '../import-log.ts'
import type { ImportResult } from '../imported.ts'
import { entriesOf, isObject, type JsonValue, listOf, member, textMember, textOf } from '../json-value.ts'
import { newCollection, newDefaults, newFolder, newVariable } from '../new-entities.ts'
import { openApiRequest } from './openapi-operation.ts'
import { openApiAuth } from './openapi-security.ts'
import { openApiServers, serverEnvironments } from './openapi-servers.ts'
import { References } from './references.ts'

/** Returns whether a value is an OpenAPI document, 2.0 to 3.2; the version may be a number. */
export function isOpenApi(value: JsonValue): boolean {
  const version = textOf(member(value, 'openapi')) || textOf(member(value, 'swagger'))
  return /^[23](?:\.|$)/.test(version)
}

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'])

/** Imports one request per operation, servers as environments, and security schemes as auth. */
export function importOpenApi(document: JsonValue, log = new ImportLog()): ImportResult {
  const references = new References(document, log)
  const info = member(document, 'info')
  const title = textMember(info, 'title')
  log.count('collections')
  const servers = openApiServers(document)
  const [first] = servers
  const docs = textMember(info, 'description')
  const collection = log.within(title, () =>
    newCollection(title, {
      version: textMember(info, 'version'),
      ...(docs === '' ? {} : { docs }),
      defaults: newDefaults({
        auth: openApiAuth(member(document, 'security'), document, references, log),
        variables: [newVariable('baseUrl', first?.url ?? ''), ...(first?.variables ?? [])],
      }),
      environments: serverEnvironments(servers, log),
      items: itemsOf(operationsOf(document, references, log), log),
    }),
  )
  for (const [name] of entriesOf(member(document, 'webhooks')))
    log.loss('REQUEST_NOT_SUPPORTED', `webhook ${name}`)
  return ok(log.imported({ collections: [collection] }))
}

interface Operation {
  readonly tag: string
  readonly path: string
  readonly request: HttpRequest
}

function operationsOf(document: JsonValue, references: References, log: ImportLog): readonly Operation[] {
  return entriesOf(member(document, 'paths')).flatMap(([path, value]) => {
    const pathItem = references.resolve(value)
    if (!isObject(pathItem) || path.startsWith('x-')) return []
    return entriesOf(pathItem).flatMap(([method, operation]) => {
      if (!methods.has(method) || !isObject(operation)) return []
      const place = { document, path, pathItem, method }
      const request = log.within(`${method.toUpperCase()} ${path}`, () =>
        openApiRequest(operation, place, references, log),
      )
      return [{ tag: textOf(listOf(member(operation, 'tags'))[0]), path, request }]
    })
  })
}

/**
 * Groups operations into folders by tag, or, in a document without tags, by the first path segment that
 * several operations share. Folders are in the order of the document; operations without a folder come last.
 */
function itemsOf(operations: readonly Operation[], log: ImportLog): readonly Item[] {
  const hasTags = operations.some(one => one.tag !== '')
  const groups = new Map<string, HttpRequest[]>()
  for (const operation of operations) {
    const name = hasTags ? operation.tag : folderOfPath(operation.path)
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [operation.request])
    else group.push(operation.request)
  }
  const loose = groups.get('') ?? []
  groups.delete('')
  for (const [name, [only, ...others]] of hasTags ? [] : [...groups]) {
    if (only === undefined || others.length > 0) continue
    loose.push(only)
    groups.delete(name)
  }
  log.count('folders', groups.size)
  return [...[...groups].map(([name, items]) => newFolder(name, { items })), ...loose]
}

/** Returns the folder of a path; empty for the root and for a parameter there, which is no name. */
function folderOfPath(path: string): string {
  const [, step = ''] = path.split('/')
  return step.includes('{') ? '' : step
}

import {
  type Collection,
  type Environment,
  failed,
  type Item,
  maximumFolderDepth,
  ok,
  type SecretVariable,
  type Variable,
} from '@parley/model'
import { ImportLog } from '../import-log.ts'
import type { ImportResult } from '../imported.ts'
import {
  isObject,
  type JsonValue,
  listOf,
  maximumDepth,
  member,
  numberOf,
  textMember,
} from '../json-value.ts'
import { newCollection, newDefaults, newEnvironment, newFolder, newScripts } from '../new-entities.ts'
import { insomniaAuth } from './insomnia-auth.ts'
import { entryPlace, isFolderEntry } from './insomnia-entry.ts'
import { type InsomniaProtos, insomniaProtos, noProtos } from './insomnia-protos.ts'
import { insomniaRequest, insomniaRows } from './insomnia-request.ts'
import { insomniaValue } from './insomnia-text.ts'
import { logUnreadMembers, logUnreadResources } from './insomnia-unread.ts'
import { insomniaSecrets, insomniaVariables } from './insomnia-variables.ts'

/** Returns whether a value is an export of Insomnia: v1 to v4, or a file of v5. */
export function isInsomnia(value: JsonValue): boolean {
  return (
    member(value, '__export_format') !== undefined || /\.insomnia\.rest\/5/.test(textMember(value, 'type'))
  )
}

/** Imports each workspace of an export as a collection; a workspace with only environments gives those. */
export function importInsomnia(value: JsonValue, log = new ImportLog()): ImportResult {
  const reading = new InsomniaReading(log)
  const translated = insomniaValue(value, log)
  if (member(value, '__export_format') === undefined) reading.readV5(translated)
  else reading.readResources(resourcesOf(translated))
  const { collections, environments } = reading
  if (collections.length + environments.length === 0) return failed({ code: 'EMPTY', subject: '' })
  return ok(log.imported({ collections, environments }))
}

/** Returns the flat list of resources; v1 nests its requests instead. */
function resourcesOf(value: JsonValue): readonly JsonValue[] {
  const items = listOf(member(value, 'items')).filter(isObject)
  if (items.length === 0) return listOf(member(value, 'resources')).filter(isObject)
  return items.flatMap(item => [
    item,
    ...listOf(member(item, 'requests'))
      .filter(isObject)
      .map(one => ({ ...one, parentId: textMember(item, '_id') })),
  ])
}

const requestTypes = new Set(['request', 'grpc_request', 'websocket_request'])

/** Socket.IO is a protocol of its own over WebSockets. */
function isSocketIo(value: JsonValue): boolean {
  return textMember(member(value, 'meta'), 'id').startsWith('socketio-req')
}

function isItem(value: JsonValue): boolean {
  const type = textMember(value, '_type')
  return requestTypes.has(type) || type === 'request_group'
}

class InsomniaReading {
  readonly collections: Collection[] = []
  readonly environments: Environment[] = []
  readonly #log: ImportLog
  /** The ids of the `.proto` files that were imported. */
  readonly #protoIds = new Set<string>()
  /** The resources already imported, so that circular groups end. */
  readonly #placed = new Set<JsonValue>()

  constructor(log: ImportLog) {
    this.#log = log
  }

  readResources(resources: readonly JsonValue[]): void {
    const children = childrenOf(resources)
    const workspaces = resources.filter(one => textMember(one, '_type') === 'workspace')
    const ids = new Set(resources.map(one => textMember(one, '_id')))
    for (const workspace of workspaces) this.#workspace(workspace, children)
    // Requests without their workspace in the file, and circular groups, are imported too.
    const isLeft = (one: JsonValue) => isItem(one) && !this.#placed.has(one)
    const hasParent = (one: JsonValue) => ids.has(textMember(one, 'parentId'))
    const orphans = this.#items(
      resources.filter(one => isLeft(one) && !hasParent(one)),
      children,
      noProtos,
      0,
    )
    const others = resources.flatMap(one => (isLeft(one) ? this.#items([one], children, noProtos, 0) : []))
    if (orphans.length + others.length > 0) {
      this.#log.count('collections')
      this.collections.push(newCollection('', { items: [...orphans, ...others] }))
    }
    logUnreadResources(resources, this.#log, one => this.#protoIds.has(textMember(one, '_id')))
  }

  #workspace(workspace: JsonValue, children: Children): void {
    const name = textMember(workspace, 'name')
    const own = children.get(textMember(workspace, '_id')) ?? []
    this.#log.within(name, () => {
      const base = own.find(one => textMember(one, '_type') === 'environment')
      const baseVariables = insomniaVariables(member(base, 'data'))
      const baseSecrets = insomniaSecrets(base)
      const inner = (children.get(textMember(base, '_id')) ?? [])
        .filter(one => textMember(one, '_type') === 'environment')
        .map(one => this.#environment(one))
      this.#log.count('variables', baseVariables.length)
      if (textMember(workspace, 'scope') === 'environment') {
        this.#log.count('environments')
        this.environments.push(this.#baseEnvironment(name, baseVariables, baseSecrets), ...inner)
        return
      }
      this.#log.count('collections')
      this.#logSecrets(baseSecrets)
      const docs = textMember(workspace, 'description')
      const protos = this.#protos(textMember(workspace, '_id'), children)
      this.collections.push(
        newCollection(name, {
          ...(docs === '' ? {} : { docs }),
          defaults: newDefaults({ variables: [...baseVariables, ...baseSecrets] }),
          environments: inner,
          protobuf: protos.settings,
          items: this.#items(own, children, protos, 0),
        }),
      )
    })
  }

  /** Records the files of the workspace that becomes the next collection. */
  #protos(workspaceId: string, children: Children): InsomniaProtos {
    const protos = insomniaProtos(workspaceId, children, this.#log)
    for (const [id, file] of protos.files) {
      this.#protoIds.add(id)
      this.#log.text({ collectionIndex: this.collections.length, ...file })
    }
    return protos
  }

  #environment(value: JsonValue): Environment {
    const name = textMember(value, 'name')
    const variables = insomniaVariables(member(value, 'data'))
    const secrets = insomniaSecrets(value)
    this.#log.count('environments')
    this.#log.count('variables', variables.length + secrets.length)
    return this.#log.within(name, () => this.#baseEnvironment(name, variables, secrets))
  }

  /** Exports do not contain their values. */
  #logSecrets(secrets: readonly SecretVariable[]): void {
    for (const one of secrets) this.#log.secret(one.name, '', 'collection')
  }

  #baseEnvironment(
    name: string,
    variables: readonly Variable[],
    secrets: readonly SecretVariable[],
  ): Environment {
    for (const one of secrets) this.#log.secret(one.name, '')
    return newEnvironment(name, [...variables, ...secrets])
  }

  #items(
    values: readonly JsonValue[],
    children: Children,
    protos: InsomniaProtos,
    depth: number,
  ): readonly Item[] {
    return [...values].sort(bySortKey).flatMap((value): readonly Item[] => {
      if (!isItem(value) || this.#placed.has(value) || depth > maximumDepth) return []
      this.#placed.add(value)
      const inner = children.get(textMember(value, '_id')) ?? []
      if (textMember(value, '_type') !== 'request_group')
        return [this.#log.within(entryPlace(value), () => insomniaRequest(value, this.#log, inner, protos))]
      return this.#folder(value, depth, () => this.#items(inner, children, protos, depth + 1))
    })
  }

  #folder(value: JsonValue, depth: number, items: () => readonly Item[]): readonly Item[] {
    const name = entryPlace(value)
    return this.#log.within(name, () => {
      if (depth + 1 >= maximumFolderDepth) return items()
      this.#log.count('folders')
      const scripts = member(value, 'scripts')
      const docs = textMember(value, 'description') || textMember(member(value, 'meta'), 'description')
      const variables = insomniaVariables(member(value, 'environment'))
      this.#log.count('variables', variables.length)
      return [
        newFolder(name, {
          ...(docs === '' ? {} : { docs }),
          defaults: newDefaults({
            auth: insomniaAuth(member(value, 'authentication'), this.#log),
            headers: insomniaRows(member(value, 'headers')),
            variables,
            scripts: newScripts(
              textMember(value, 'preRequestScript') || textMember(scripts, 'preRequest'),
              textMember(value, 'afterResponseScript') || textMember(scripts, 'afterResponse'),
              this.#log,
            ),
          }),
          items: items(),
        }),
      ]
    })
  }

  readV5(value: JsonValue): void {
    const name = textMember(value, 'name')
    const base = member(value, 'environments')
    this.#log.within(name, () => {
      logUnreadMembers(value, this.#log)
      const variables = insomniaVariables(member(base, 'data'))
      const secrets = insomniaSecrets(base)
      const inner = listOf(member(base, 'subEnvironments'))
        .filter(isObject)
        .map(one => this.#environment(one))
      this.#log.count('variables', variables.length)
      if (textMember(value, 'type').startsWith('environment')) {
        this.#log.count('environments')
        this.environments.push(this.#baseEnvironment(name, variables, secrets), ...inner)
        return
      }
      if (!Array.isArray(member(value, 'collection'))) return
      this.#log.count('collections')
      this.#logSecrets(secrets)
      this.collections.push(
        newCollection(name, {
          defaults: newDefaults({ variables: [...variables, ...secrets] }),
          environments: inner,
          items: this.#itemsV5(listOf(member(value, 'collection')).filter(isObject), 0),
        }),
      )
    })
  }

  #itemsV5(values: readonly JsonValue[], depth: number): readonly Item[] {
    return [...values].sort(bySortKey).flatMap((value): readonly Item[] => {
      if (isSocketIo(value)) {
        this.#log.within(entryPlace(value), () => this.#log.loss('REQUEST_NOT_SUPPORTED', 'Socket.IO'))
        return []
      }
      if (!isFolderEntry(value))
        return [
          this.#log.within(entryPlace(value), () =>
            insomniaRequest(value, this.#log, listOf(member(value, 'payloads'))),
          ),
        ]
      const inner = listOf(member(value, 'children')).filter(isObject)
      return this.#folder(value, depth, () => this.#itemsV5(inner, depth + 1))
    })
  }
}

type Children = ReadonlyMap<string, readonly JsonValue[]>

function childrenOf(resources: readonly JsonValue[]): Children {
  const children = new Map<string, JsonValue[]>()
  for (const one of resources) {
    const parent = textMember(one, 'parentId')
    const siblings = children.get(parent)
    if (siblings === undefined) children.set(parent, [one])
    else siblings.push(one)
  }
  return children
}

function sortKey(value: JsonValue): number {
  const key = member(value, 'metaSortKey') ?? member(member(value, 'meta'), 'sortKey')
  return numberOf(key) ?? 0
}

function bySortKey(left: JsonValue, right: JsonValue): number {
  return sortKey(left) - sortKey(right)
}

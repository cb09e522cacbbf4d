import {
  type Environment,
  failed,
  type Item,
  maximumFolderDepth,
  ok,
  type Request,
  type RequestDefaults,
  type Variable,
} from '@parley/model'
import { untickReplacedHeaders } from '../after-reading/untick-replaced-headers.ts'
import { decodeText } from '../decode-text.ts'
import type { FolderFile } from '../folder-file.ts'
import { ImportLog } from '../import-log.ts'
import type { ImportResult } from '../imported.ts'
import {
  isObject,
  type JsonObject,
  type JsonValue,
  listOf,
  member,
  textMember,
  textOf,
} from '../json-value.ts'
import { newCollection, newDefaults, newEnvironment, newFolder } from '../new-entities.ts'
import { postmanVariables } from '../postman/postman-variables.ts'
import { parseV3Yaml } from './parse-v3-yaml.ts'
import { type NamedAuths, namedAuthsIn, v3Auth } from './v3-auth.ts'
import { v3HttpRequest } from './v3-http.ts'
import { type V3Common, v3GraphQlRequest, v3GrpcRequest, v3WebSocketRequest } from './v3-kinds.ts'
import {
  definitionName,
  resourcesFolder,
  type V3File,
  v3FileOf,
  v3RequestName,
  v3VariablesKind,
} from './v3-names.ts'
import { v3Pairs } from './v3-pairs.ts'
import { graphQlScripts, grpcScripts, httpScripts, v3Scripts, v3SharedScripts } from './v3-scripts.ts'

/** Imports the folder of a Postman collection of the schema 3.0, in which each request is a YAML file. */
export function importPostmanV3(
  files: readonly FolderFile[],
  folderName: string,
  log = new ImportLog(),
): ImportResult {
  const reading = new V3Reading(files.map(v3FileOf), log)
  return reading.isEmpty ? failed({ code: 'EMPTY', subject: '' }) : ok(reading.imported(folderName))
}

/** Imports a file of variables, which is an environment or the globals by its name. */
export function importPostmanV3Variables({ path, bytes }: FolderFile, log = new ImportLog()): ImportResult {
  const parsed = parseV3Yaml(decodeText(bytes))
  if (!parsed.ok) return parsed
  const isGlobal = v3VariablesKind(path) === 'globals'
  const variables = variablesOf(parsed.value, isGlobal, log)
  if (isGlobal) return ok(log.imported({ collections: [], globals: variables }))
  return ok(
    log.imported({ collections: [], environments: [environmentOf(parsed.value, path, variables, log)] }),
  )
}

function variablesOf(value: JsonValue, isGlobal: boolean, log: ImportLog): readonly Variable[] {
  const rows = listOf(member(value, 'values'))
    .filter(isObject)
    // A value of Postman's vault is a secret that the file does not have.
    .map(row => (isSecret(row) ? { ...row, type: 'secret' } : row))
  return postmanVariables(rows, isGlobal ? 'global' : 'environment', log)
}

function isSecret(row: JsonObject): boolean {
  return member(row, 'secret') === true || isObject(member(row, 'source'))
}

function environmentOf(
  value: JsonValue,
  path: string,
  variables: readonly Variable[],
  log: ImportLog,
): Environment {
  const stem = (path.split('/').at(-1) ?? '').replace(/\.environment\.ya?ml$/, '')
  log.count('environments')
  return {
    ...newEnvironment(textMember(value, 'name') || stem, variables),
    color: textMember(value, 'color'),
  }
}

/** What a folder hands down to what is in it. */
interface Inherited {
  readonly auths: NamedAuths
  /** The number of folders that contain it. */
  readonly depth: number
}

class V3Reading {
  readonly #files: readonly V3File[]
  readonly #log: ImportLog
  readonly #read = new Set<V3File>()

  constructor(files: readonly V3File[], log: ImportLog) {
    this.#files = files
    this.#log = log
  }

  get isEmpty(): boolean {
    return this.#files.length === 0
  }

  imported(folderName: string) {
    const log = this.#log
    const environments: Environment[] = []
    const globals: Variable[] = []
    for (const file of this.#files) {
      const kind = v3VariablesKind(file.steps.join('/'))
      const value = kind === null ? null : this.#valueOf(file)
      if (value === null) continue
      const variables = variablesOf(value, kind === 'globals', log)
      if (kind === 'globals') globals.push(...variables)
      else environments.push(environmentOf(value, file.steps.join('/'), variables, log))
    }
    const definition = this.#definition([])
    const name = textMember(definition, 'name') || folderName
    log.count('collections')
    const collection = log.within(name, () => {
      const auths = namedAuthsIn(definition, new Map())
      const docs = textMember(definition, 'description')
      const content = {
        ...(docs === '' ? {} : { docs }),
        defaults: this.#defaults(definition, auths, 'collection'),
        items: this.#items([], { auths, depth: 0 }),
      }
      this.#reportUnread()
      return untickReplacedHeaders(newCollection(name, content), log)
    })
    return log.imported({ collections: [collection], environments, globals })
  }

  /** Parses a file; null if it is not a map of YAML, which is reported. */
  #valueOf(file: V3File): JsonObject | null {
    this.#read.add(file)
    const parsed = parseV3Yaml(decodeText(file.bytes))
    if (parsed.ok && isObject(parsed.value)) return parsed.value
    const reason = parsed.ok ? 'it is not a map' : parsed.failure.subject
    this.#log.loss('NOT_READ', `${file.steps.join('/')} (${reason})`)
    return null
  }

  #in(folder: readonly string[]): readonly V3File[] {
    return this.#files.filter(
      ({ steps }) => steps.length === folder.length + 1 && folder.every((step, at) => steps[at] === step),
    )
  }

  #definition(folder: readonly string[]): JsonObject | null {
    const file = this.#in([...folder, resourcesFolder]).find(({ steps }) =>
      definitionName.test(steps.at(-1) ?? ''),
    )
    if (file === undefined) return null
    const value = this.#valueOf(file)
    if (value !== null) this.#reportUnknown(value, definitionKeys, file)
    return value
  }

  #defaults(
    definition: JsonObject | null,
    auths: NamedAuths,
    scope: 'collection' | 'folder',
  ): RequestDefaults {
    if (definition === null) return newDefaults({})
    return newDefaults({
      auth: v3Auth(member(definition, 'auth'), auths, this.#log),
      scripts: v3SharedScripts(member(definition, 'scripts'), this.#log),
      variables: postmanVariables(v3Pairs(member(definition, 'variables')), scope, this.#log),
    })
  }

  /** Returns the requests and folders of a folder in Postman's order. */
  #items(folder: readonly string[], inherited: Inherited): readonly Item[] {
    const ordered = [...this.#requests(folder, inherited), ...this.#folders(folder, inherited)]
    return ordered
      .toSorted((one, other) => one.order - other.order)
      .flatMap(({ items }) => items)
      .map((item, index) => (item.kind === 'scriptFile' ? item : { ...item, sequence: index + 1 }))
  }

  #requests(folder: readonly string[], inherited: Inherited): readonly Ordered[] {
    return this.#in(folder).flatMap(file => {
      const stem = v3RequestName(file.steps.at(-1) ?? '')
      const value = stem === null ? null : this.#valueOf(file)
      if (stem === null || value === null) return []
      const request = this.#request(file, value, stem, inherited)
      return [{ order: orderOf(value), items: request === null ? [] : [request] }]
    })
  }

  #folders(folder: readonly string[], inherited: Inherited): readonly Ordered[] {
    const names = new Set(
      this.#files.flatMap(({ steps }) => {
        const isBelow = steps.length > folder.length + 1 && folder.every((step, at) => steps[at] === step)
        const name = steps[folder.length] ?? ''
        return isBelow && name !== resourcesFolder ? [name] : []
      }),
    )
    return [...names].map(name => {
      const path = [...folder, name]
      const definition = this.#definition(path)
      const auths = namedAuthsIn(definition, inherited.auths)
      const shown = textMember(definition, 'name') || name
      const order = orderOf(definition)
      // Folders deeper than a workspace allows are dissolved into their parent.
      if (inherited.depth + 1 >= maximumFolderDepth)
        return { order, items: this.#items(path, { auths, depth: inherited.depth }) }
      this.#log.count('folders')
      const docs = textMember(definition, 'description')
      const made = this.#log.within(shown, () =>
        newFolder(shown, {
          ...(docs === '' ? {} : { docs }),
          defaults: this.#defaults(definition, auths, 'folder'),
          items: this.#items(path, { auths, depth: inherited.depth + 1 }),
        }),
      )
      return { order, items: [made] }
    })
  }

  #request(file: V3File, value: JsonObject, stem: string, { auths }: Inherited): Request | null {
    const log = this.#log
    const name = textMember(value, 'name') || stem
    return log.within(name, () => {
      const kind = textMember(value, '$kind')
      const keys = requestKeys.get(kind)
      if (keys === undefined) {
        log.loss('REQUEST_NOT_SUPPORTED', kind === '' ? 'a file without $kind' : kind)
        return null
      }
      this.#reportUnknown(value, keys, file)
      if (member(value, 'header') !== undefined) log.loss('READ_AS', '`header` as `headers`')
      const examples = this.#belonging(file, stem, 'examples', textMember(value, 'examples'))
      const docs = textMember(value, 'description')
      const common = (scripts: V3Common['scripts']): V3Common => ({
        name,
        auth: v3Auth(member(value, 'auth'), auths, log),
        scripts,
        ...(docs === '' ? {} : { docs }),
      })
      const scripts = member(value, 'scripts')
      const folder = file.steps.slice(0, -1)
      if (kind === 'http-request') {
        const request = v3HttpRequest(value, name, folder, examples, log)
        return { ...request, ...common(v3Scripts(scripts, httpScripts, log)) }
      }
      log.count('requests')
      for (const one of examples) log.loss('NOT_READ', `The example ${textMember(one, 'name')}`)
      if (kind === 'graphql-request')
        return v3GraphQlRequest(value, common(v3Scripts(scripts, graphQlScripts, log)), log)
      if (kind === 'grpc-request')
        return v3GrpcRequest(value, common(v3Scripts(scripts, grpcScripts, log)), folder, log)
      const messages = this.#belonging(file, stem, 'messages', textMember(value, 'messages'))
      return v3WebSocketRequest(value, common(v3Scripts(scripts, httpScripts, log)), messages, log)
    })
  }

  /** Returns the examples or messages of a request in their order; each is named after its file. */
  #belonging(
    { steps }: V3File,
    stem: string,
    what: 'examples' | 'messages',
    named: string,
  ): readonly JsonObject[] {
    const folder = steps.slice(0, -1)
    const own = [resourcesFolder, `${stem}.resources`, what]
    const given = named.split('/').filter(step => step !== '' && step !== '.')
    const places = given.length === 0 || given.join('/') === own.join('/') ? [own] : [own, given]
    const ending = what === 'examples' ? /\.example\.ya?ml$/ : /\.message\.ya?ml$/
    return places
      .flatMap(place => this.#in([...folder, ...place]))
      .filter(file => ending.test(file.steps.at(-1) ?? ''))
      .flatMap(file => {
        const value = this.#valueOf(file)
        if (value === null) return []
        const fileName = (file.steps.at(-1) ?? '').replace(ending, '')
        return [{ ...value, name: textMember(value, 'name') || fileName }]
      })
      .toSorted((one, other) => orderOf(one) - orderOf(other))
  }

  #reportUnknown(value: JsonObject, known: ReadonlySet<string>, { steps }: V3File): void {
    for (const key of Object.keys(value))
      if (!known.has(key)) this.#log.loss('NOT_READ', `\`${key}\` of ${steps.at(-1)}`)
  }

  #reportUnread(): void {
    for (const file of this.#files)
      if (!this.#read.has(file)) this.#log.loss('NOT_READ', file.steps.join('/'))
  }
}

interface Ordered {
  readonly order: number
  readonly items: readonly Item[]
}

/** Returns the position of an entry; those without one come last. */
function orderOf(value: JsonObject | null): number {
  const text = textOf(value === null ? null : member(value, 'order'))
  const order = text === '' ? Number.NaN : Number(text)
  return Number.isFinite(order) ? order : Number.POSITIVE_INFINITY
}

const shownKeys = ['$kind', 'name', 'description', 'order', 'color']
const sharedKeys = [...shownKeys, 'url', 'headers', 'auth', 'scripts', 'examples', 'settings']

const definitionKeys: ReadonlySet<string> = new Set([...shownKeys, 'variables', 'auth', 'scripts'])

/** The members that are read, by the kind of the request; all other ones are reported. */
const requestKeys: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['http-request', new Set([...sharedKeys, 'method', 'queryParams', 'pathVariables', 'body', 'header'])],
  ['graphql-request', new Set([...sharedKeys, 'query', 'variables', 'schema'])],
  [
    'grpc-request',
    new Set([...sharedKeys, 'methodPath', 'methodDescriptor', 'message', 'metadata', 'schema']),
  ],
  ['websocket-request', new Set([...sharedKeys, 'queryParams', 'pathVariables', 'messages'])],
])

import {
  type Collection,
  type Environment,
  type Folder,
  type Item,
  isSecretVariableEntry,
  type OpenCollectionObject,
  type OpenCollectionValue,
  secretTextsInFile,
  type Variable,
  type WorkspaceFile,
} from '@parley/model'
import {
  collectionFormat,
  type DocumentFormat,
  environmentFormat,
  folderFormat,
  globalsFormat,
  itemFormat,
  workspaceFormat,
} from '../documents/document-format.ts'
import { type ListedExample, scannedExamples } from '../tree/listed-examples.ts'
import {
  type MapSecret,
  mapCollectionSecrets,
  mapEnvironmentSecrets,
  mapFolderSecrets,
  mapItemSecrets,
} from './map-secrets.ts'

/** An entity without the values of its secret fields, and the fields that had one, in order. */
export interface WithoutSecrets<Entity> {
  readonly entity: Entity
  readonly secretFields: readonly string[]
  /** Names of secrets that the file allows to scripts, written by an older Parley; they are ignored. */
  readonly allowedInFile?: readonly string[]
  /** The values that another program wrote into the file for its secret variables, by name; absent: none. */
  readonly textsInFile?: ReadonlyMap<string, string>
}

/** A kind of file and its secrets. */
export interface StoredKind<Entity> {
  readonly format: DocumentFormat<WithoutSecrets<Entity>>
  mapSecrets(entity: Entity, map: MapSecret): Entity
  /** Accesses the variables of the entity, which may be secret; absent: it has none of its own. */
  readonly variables?: {
    of(entity: Entity): readonly Variable[]
    with(entity: Entity, variables: readonly Variable[]): Entity
  }
  /** Lists the examples of an entity and of the bytes of its file; absent: the kind has none. */
  examplesIn?(bytes: Uint8Array, entity: Entity): readonly ListedExample[]
  /** Accesses the part that commands on the layout change; absent: the kind has none. */
  readonly layout?: StoredLayout<Entity>
}

/**
 * The part of a file that commands on the layout change: the position among the siblings, or the list of collections. It counts
 * for no version, and other saves keep it, so that no command makes a conflict with what is edited meanwhile.
 */
export interface StoredLayout<Entity> {
  /** Returns an entity with the part that another one has. */
  keep(entity: Entity, from: Entity): Entity
  /** Returns an entity without the part. */
  without(entity: Entity): Entity
}

const ofField = {
  of: ({ variables }: { readonly variables: readonly Variable[] }) => variables,
  with: <Entity extends { readonly variables: readonly Variable[] }>(
    entity: Entity,
    variables: readonly Variable[],
  ): Entity => ({ ...entity, variables }),
}

const inDefaults = {
  of: ({ defaults }: Collection | Folder) => defaults.variables,
  with: <Container extends Collection | Folder>(
    container: Container,
    variables: readonly Variable[],
  ): Container => ({ ...container, defaults: { ...container.defaults, variables } }),
}

/** The kind of files of requests, scripts and pages. */
export const itemKind: StoredKind<Item> = {
  format: listing(itemFormat),
  mapSecrets: mapItemSecrets,
  examplesIn: scannedExamples,
  layout: {
    keep: (item, from) => itemAt(item, 'sequence' in from ? from.sequence : undefined),
    without: item => itemAt(item, undefined),
  },
}

/** Returns an item at another position among its siblings; undefined: after those that have one. */
function itemAt(item: Item, sequence: number | undefined): Item {
  if (item.kind === 'scriptFile') return item
  const { sequence: _, ...rest } = item
  return sequence === undefined ? rest : { ...rest, sequence }
}

/** The kind of `folder.yml`. */
export const folderKind: StoredKind<Folder> = {
  format: listing(folderFormat),
  mapSecrets: mapFolderSecrets,
  variables: inDefaults,
  layout: {
    keep: ({ sequence: _, ...folder }, { sequence }) =>
      sequence === undefined ? folder : { ...folder, sequence },
    without: ({ sequence: _, ...folder }) => folder,
  },
}

/** The kind of `opencollection.yml`. */
export const collectionKind: StoredKind<Collection> = {
  format: listing(collectionFormat),
  mapSecrets: mapCollectionSecrets,
  variables: inDefaults,
}

/** The kind of files of environments. */
export const environmentKind: StoredKind<Environment> = {
  format: listing(environmentFormat),
  mapSecrets: mapEnvironmentSecrets,
  variables: ofField,
}

/** The kind of `workspace.yml`. */
export const workspaceKind: StoredKind<WorkspaceFile> = {
  format: listing(workspaceFormat),
  mapSecrets: workspace => workspace,
  variables: ofField,
  layout: {
    keep: ({ collections: _, ...file }, { collections }) =>
      collections === undefined ? file : { ...file, collections },
    without: ({ collections: _, ...file }) => file,
  },
}

/** The kind of `globals.yml`. */
export const globalsKind: StoredKind<readonly Variable[]> = {
  format: listing(globalsFormat),
  mapSecrets: variables => variables,
  variables: { of: variables => variables, with: (_, variables) => variables },
}

/** Removes the literal secrets; empty texts and texts that consist only of references are kept. */
export function takeSecrets<Entity>(
  entity: Entity,
  kind: StoredKind<Entity>,
): WithoutSecrets<Entity> & { readonly values: ReadonlyMap<string, string> } {
  const values = new Map<string, string>()
  const without = kind.mapSecrets(entity, (field, text) => {
    if (text === '' || isReference(text)) return text
    values.set(field, text)
    return ''
  })
  return { entity: without, secretFields: [...values.keys()].toSorted(), values }
}

/** Restores the values, and returns the listed fields that have none. */
export function putSecretsBack<Entity>(
  { entity, secretFields }: WithoutSecrets<Entity>,
  kind: StoredKind<Entity>,
  values: ReadonlyMap<string, string>,
): { readonly entity: Entity; readonly missing: readonly string[] } {
  const listed = new Set(secretFields)
  const missing: string[] = []
  const whole = kind.mapSecrets(entity, (field, text) => {
    // A text in the file is newer than the stored value: another client wrote it.
    if (text !== '' || !listed.has(field)) return text
    const value = values.get(field)
    if (value === undefined) missing.push(field)
    return value ?? ''
  })
  return { entity: whole, missing }
}

/** Returns whether a text consists only of references, such as `{{name}}`. */
export function isReference(text: string): boolean {
  return /^(?:\{\{[^{}]+\}\})+$/.test(text)
}

/** Returns a format that lists the secret fields under `extensions.parley.secrets`, with the secret variables. */
function listing<Entity>(format: DocumentFormat<Entity>): DocumentFormat<WithoutSecrets<Entity>> {
  return {
    read(value) {
      const read = format.read(value)
      return read.ok
        ? {
            ok: true,
            value: {
              entity: read.value,
              secretFields: listedIn(value, 'secrets').filter(entry => !isSecretVariableEntry(entry)),
              allowedInFile: listedIn(value, 'allowedToScripts'),
              textsInFile: secretTextsInFile(value),
            },
          }
        : read
    },
    write({ entity, secretFields, textsInFile }) {
      const value = withTextsInFile(format.write(entity), textsInFile)
      if (secretFields.length === 0) return value
      const extensions = objectAt(value, 'extensions')
      // The format lists the secret variables.
      const secrets = [...listedIn(value, 'secrets'), ...secretFields].toSorted()
      const parley = { ...objectAt(extensions, 'parley'), secrets }
      return { ...value, extensions: { ...extensions, parley } }
    },
  }
}

/** Returns what a file has that contains values of secret variables, so that it differs from what is written. */
function withTextsInFile(
  value: OpenCollectionObject,
  texts: WithoutSecrets<unknown>['textsInFile'],
): OpenCollectionObject {
  const request = objectAt(value, 'request')
  const { variables } = request
  if (texts === undefined || texts.size === 0 || !Array.isArray(variables)) return value
  const withTexts = variables.map((variable: OpenCollectionValue) => {
    if (!isObject(variable)) return variable
    const { name } = variable
    const text = typeof name === 'string' ? texts.get(name) : undefined
    return text === undefined ? variable : { ...variable, value: text }
  })
  return { ...value, request: { ...request, variables: withTexts } }
}

function objectAt(value: OpenCollectionObject, key: string): OpenCollectionObject {
  const found = value[key]
  return isObject(found) ? found : {}
}

function isObject(value: unknown): value is OpenCollectionObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function listedIn(value: unknown, key: 'secrets' | 'allowedToScripts'): readonly string[] {
  const step = (from: unknown, key: string): unknown =>
    typeof from === 'object' && from !== null && Object.hasOwn(from, key) ? Reflect.get(from, key) : undefined
  const listed = step(step(step(value, 'extensions'), 'parley'), key)
  if (!Array.isArray(listed)) return []
  return listed.filter(field => typeof field === 'string').toSorted()
}

/** Returns the literal secrets of an item, by field path such as `auth.token`. */
export function secretTexts(item: Item): ReadonlyMap<string, string> {
  return takeSecrets(item, itemKind).values
}

import { join, relative, sep } from 'node:path'
import type { DeviceSecretPart, DeviceSecrets } from '@parley/appdata'
import { type FileSystem, nodeFiles, placeInWorkspace } from '@parley/files'
import type { Item, Result, Environment as SavedEnvironment } from '@parley/model'
import {
  type CollectionEntry,
  describeRefusedListings,
  Globals,
  type IsWanted,
  type LeaveOut,
  type MissingSecrets,
  noIdentityStore,
  openWorkspace,
  type RefusedListing,
  readWholeCollection,
  type TreeItem,
  type Workspace,
  type WorkspaceFailure,
} from '@parley/workspace'
import type { Environment } from '../io/streams.ts'
import { EmptySourceError, type RunSource, RunSourceError, type SourceCollection } from './run-source.ts'

/** A typed path, and what it leads to. */
export interface WorkspacePath {
  /** The folder of the workspace. */
  readonly root: string
  readonly path: string
  readonly typed: string
  /** What is read of the secrets of this device; null: nothing. */
  readonly devicePart: DeviceSecretPart | null
  /** Selects the requests to read; null: all. */
  readonly isWanted: IsWanted | null
  /** Receives what cannot be read and is left out; null: one unreadable file makes the load fail. */
  readonly leaveOut: LeaveOut | null
  readonly env: Environment
}

/** Loads a workspace, or what a path in it names. @throws RunSourceError */
export async function loadWorkspace({
  root,
  path,
  typed,
  devicePart,
  isWanted,
  leaveOut,
  env,
}: WorkspacePath): Promise<RunSource> {
  const device = devicePart === null ? null : await deviceSecretsOf(root, devicePart, env)
  const readPaths: string[] = []
  const workspace = await openForReading(root, device, recordReads(readPaths))
  const { tree } = workspace
  const wanted = relative(await nodeFiles.realPath(root), await nodeFiles.realPath(path))
    .split(sep)
    .join('/')
  const collections = tree.collections.filter(one => isWithin(wanted, one.path) || isWithin(one.path, wanted))
  const refused = tree.refused.filter(one => isWithin(one.path, wanted))
  const ofBruno = refused.filter(({ reason }) => reason === 'BRUNO')
  const notes = [...describeRefusedListings(refused.filter(({ reason }) => reason !== 'BRUNO'))]
  if (collections.length + ofBruno.length === 0)
    throw new RunSourceError(
      `${typed} holds no collection. Name a folder with an opencollection.yml, or a file of Postman, Bruno, Hoppscotch or Insomnia. ${notes.join(' ')}`.trim(),
    )
  const read: ReadCollection[] = []
  for (const entry of collections)
    read.push(await collectionOf(workspace, entry, { root, wanted, typed, notes, isWanted, leaveOut }))
  const environments = new Map<SavedEnvironment, ReadonlyMap<string, string>>()
  for (const one of tree.environments) {
    const opened = await workspace.readEnvironment(one.path)
    if (!opened.ok && leaveOut !== null) {
      leaveOut(opened.failure)
      continue
    }
    const { entity, secretVariables } = taken(opened)
    environments.set(entity, secretVariables)
  }
  const file = await workspace.readWorkspaceFile()
  if (!file.ok && file.failure.code !== 'NOT_FOUND') taken(file)
  if (device?.wasLocked()) notes.push(lockedNotes[devicePart ?? 'values'])
  return withListed(ofBruno, {
    collections: read,
    folder: root,
    readPaths,
    environments: [...environments.keys()],
    deviceSecrets: {
      environments: new Map([...environments, ...read.flatMap(one => [...one.secretVariables])]),
      workspace: file.ok ? file.value.secretVariables : new Map(),
    },
    workspaceVariables: file.ok ? file.value.entity.variables : [],
    workspaceHeaders: file.ok ? (file.value.entity.headers ?? []) : [],
    globalVariables: await readGlobalVariables({ root, device, devicePart, env, notes }),
    secrets: [],
    notes,
  })
}

/** Adds the collections of Bruno that a workspace lists. They may read what its own collections may read. */
async function withListed(ofBruno: readonly RefusedListing[], source: RunSource): Promise<RunSource> {
  if (ofBruno.length === 0) return source
  const { loadBrunoFolder } = await import('./load-imported.ts')
  const {
    folder,
    environments,
    workspaceVariables,
    workspaceHeaders = [],
    globalVariables,
    deviceSecrets,
  } = source
  const shared = {
    folder,
    environments,
    workspaceVariables,
    workspaceHeaders,
    globalVariables,
    deviceSecrets,
  }
  const listed: RunSource[] = []
  const notes = [...source.notes]
  for (const { path } of ofBruno) {
    const loaded = await loadBrunoFolder(join(folder, path), path, null).catch(nullIfEmpty)
    if (loaded === null) notes.push(`${path} has no requests`)
    else listed.push({ ...loaded, ...shared })
  }
  return { ...source, listed, notes }
}

/** An empty collection is no reason not to run the others. */
function nullIfEmpty(error: unknown): null {
  if (error instanceof EmptySourceError) return null
  throw error
}

interface GlobalsReading {
  readonly root: string
  readonly device: DeviceSecrets | null
  readonly devicePart: DeviceSecretPart | null
  readonly env: Environment
  readonly notes: string[]
}

/**
 * Reads the variables that all workspaces of this device share. Their secrets are given on the command line; at most
 * which of them scripts may read is known here.
 */
async function readGlobalVariables({ root, device, devicePart, env, notes }: GlobalsReading) {
  const { appDataFolder } = await import('@parley/appdata/running-instance')
  const secrets = {
    read: async (id: string) =>
      devicePart === 'permissions' ? ((await device?.fieldsOf(id)) ?? new Map()) : new Map(),
    write: async () => {},
  }
  const globals = await new Globals(nodeFiles, appDataFolder(env), secrets, root).read()
  if (globals.ok) return globals.value.entity
  notes.push(`the global variables of this device are not used: ${globals.failure.sentence}`)
  return []
}

const lockedNotes: Readonly<Record<DeviceSecretPart, string>> = {
  permissions: 'the secrets of this device are locked, so scripts may read only those of --allow-secret NAME',
  values: 'the secrets of this device are locked; give those that requests need with --secret NAME=@FILE',
}

/** Returns the files of this machine; each path that is read is added to `paths`. */
function recordReads(paths: string[]): FileSystem {
  return {
    ...nodeFiles,
    read(path) {
      paths.push(path)
      return nodeFiles.read(path)
    },
    readHeads(some, maxBytes) {
      for (const path of some) paths.push(path)
      return nodeFiles.readHeads(some, maxBytes)
    },
    readStarts(some, maxBytes) {
      for (const path of some) paths.push(path)
      return nodeFiles.readStarts(some, maxBytes)
    },
  }
}

/** Reads what this device stores about the secrets of a workspace. */
async function deviceSecretsOf(
  root: string,
  part: DeviceSecretPart,
  env: Environment,
): Promise<DeviceSecrets> {
  const { appDataFolder, readDeviceSecrets } = await import('@parley/appdata')
  return readDeviceSecrets(appDataFolder(env), [root, await nodeFiles.realPath(root)], part)
}

/**
 * Opens the workspace and changes nothing in the app data. The secret values stored on this machine belong to
 * the app: a run uses the same values here as in a pipeline, and reads at most which secrets scripts may read.
 */
export async function openForReading(
  root: string,
  device: DeviceSecrets | null,
  files: FileSystem = nodeFiles,
): Promise<Workspace> {
  const opened = await openWorkspace(
    {
      files,
      secrets: { read: async id => device?.fieldsOf(id) ?? new Map(), write: async () => {} },
      identities: {
        ...noIdentityStore,
        load: async () => ({ entries: device?.identities ?? [], intents: [] }),
      },
      trashFolder: join(root, '.parley-no-trash'),
      // The secrets of a moved file are found by its content.
      depth: device === null ? 'names' : 'whole',
    },
    root,
  )
  return taken(opened)
}

interface Wanted {
  readonly root: string
  /** The path inside the workspace. */
  readonly wanted: string
  readonly typed: string
  readonly notes: string[]
  readonly isWanted: IsWanted | null
  readonly leaveOut: LeaveOut | null
}

/** A collection, and the values of the secrets in its environments. */
interface ReadCollection extends SourceCollection {
  readonly secretVariables: ReadonlyMap<SavedEnvironment, ReadonlyMap<string, string>>
}

async function collectionOf(
  workspace: Workspace,
  entry: CollectionEntry,
  { root, wanted, typed, notes, isWanted, leaveOut }: Wanted,
): Promise<ReadCollection> {
  const isWhole = isWithin(entry.path, wanted)
  const named = isWhole ? null : namesWithin(wanted, entry)
  if (named?.size === 0)
    throw new RunSourceError(
      `${typed} is not a folder or request of the collection ${entry.name}. Check the path.`,
    )
  const { entries, missingSecrets, ...whole } = taken(
    await readWholeCollection(workspace, entry, bothWanted(isWanted, named), leaveOut),
  )
  notes.push(...missingSecrets.flatMap(notesOf))
  const isNamed = (item: Item) => isWhole || isWithin(entries.get(item)?.path ?? entry.path, wanted)
  const pathOf = (item: Item) => entries.get(item)?.path
  const folder = placeInWorkspace(root, entry.path).start
  return { ...whole, folder, isNamed, pathOf }
}

/**
 * Returns the names of the requests that a path in a collection leads to, each with the names of its folders.
 * Other requests with the same names are read as well, because reports number requests with equal names.
 */
function namesWithin(wanted: string, collection: CollectionEntry): ReadonlySet<string> {
  const below = (items: readonly TreeItem[], path: readonly string[]): readonly string[] =>
    items.flatMap(item => {
      const own = isWithin(item.path, wanted) ? [keyOf(path, item.name)] : []
      return item.kind === 'folder' ? [...own, ...below(item.items, [...path, item.name])] : own
    })
  return new Set(below(collection.items, [collection.name]))
}

function bothWanted(isWanted: IsWanted | null, named: ReadonlySet<string> | null): IsWanted | null {
  if (named === null) return isWanted
  return (path, name) => named.has(keyOf(path, name)) && (isWanted?.(path, name) ?? true)
}

function keyOf(path: readonly string[], name: string): string {
  return JSON.stringify([...path, name])
}

function notesOf({ path, fields }: MissingSecrets): readonly string[] {
  return fields.map(
    field =>
      `${path}: The app stores the value of ${field} on the device where it was typed, and the command line does not read it. Write {{NAME}} in the field, and give the value with --secret NAME=@FILE`,
  )
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || folder === '' || path.startsWith(`${folder}/`)
}

function taken<Value>(result: Result<Value, WorkspaceFailure>): Value {
  if (result.ok) return result.value
  const { sentence, plainSentence = sentence, nextStep, path } = result.failure
  const isNamed = path === '' || sentence.includes(path)
  const messageOf = (one: string) => `${isNamed ? one : `${path}: ${one}`} ${nextStep}`
  throw new RunSourceError(messageOf(sentence), messageOf(plainSentence))
}

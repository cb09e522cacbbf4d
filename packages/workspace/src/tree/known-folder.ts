import { hash } from 'node:crypto'
import { join } from 'node:path'
import { errorCodeOf, type FileHead, type FileInfo, type FileSystem, type FolderEntry } from '@parley/files'
import { type Collection, type Item, ok, type Result } from '@parley/model'
import { type Damage, damage } from '../documents/damage.ts'
import { type ReadDocument, readDocument } from '../documents/document.ts'
import {
  collectionFormat,
  environmentFormat,
  folderFormat,
  itemFormat,
  workspaceFormat,
} from '../documents/document-format.ts'
import { type Head, headBytes, headOf, headOfItem } from './head.ts'

/** A file of the workspace as it was last seen. */
export interface KnownFile {
  readonly info: FileInfo
  readonly head: Head | null
  readonly damage: Damage | null
  /** The same for files of the same content, which recognises a file that was moved; empty for no content. */
  readonly fingerprint: string
}

/** One folder of the workspace as it was last seen, by the names in it. */
export interface KnownFolder {
  readonly files: ReadonlyMap<string, KnownFile>
  readonly folders: readonly string[]
}

/** The files that make a folder what it is; they are no items. */
export const ownFiles = ['opencollection.yml', 'folder.yml', 'workspace.yml'] as const

/** Whether a name in a folder of the workspace is any of Parley's business. */
function isOurs({ name, kind }: FolderEntry): boolean {
  if (name.startsWith('.')) return false
  if (kind === 'folder') return name !== 'node_modules'
  return /\.ya?ml$/.test(name) && kind !== 'other'
}

/** What one look at a folder saw. */
export interface FolderLook {
  readonly folder: KnownFolder
  /** All names in it, also those that are none of Parley's business. */
  readonly names: readonly string[]
}

/**
 * Reads the names of a folder, and of its files what changed since `before`. Null where there is no folder;
 * where the system fails for another reason it is taken to be as it was.
 */
export async function readKnownFolder(
  files: FileSystem,
  path: string,
  before: KnownFolder | undefined,
): Promise<FolderLook | null> {
  try {
    return await lookInto(files, path, before)
  } catch (error) {
    const code = errorCodeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    if (code === '') throw error
    return { folder: before ?? { files: new Map(), folders: [] }, names: [] }
  }
}

async function lookInto(
  files: FileSystem,
  path: string,
  before: KnownFolder | undefined,
): Promise<FolderLook> {
  const entries = await files.list(path)
  const ours = entries.filter(isOurs)
  const named = (kind: FolderEntry['kind']) =>
    ours.filter(entry => entry.kind === kind).map(entry => entry.name)
  const known = await unchanged(files, path, named('file'), before)
  const changed = named('file').filter(name => !known.has(name))
  const heads = await files.readHeads(
    changed.map(name => join(path, name)),
    headBytes,
  )
  for (const [index, name] of changed.entries()) {
    const head = heads[index] ?? null
    known.set(name, head === null ? unreadable('UNREADABLE') : await fileOf(files, path, name, head))
  }
  for (const name of named('link')) known.set(name, unreadable('LINK'))
  return {
    folder: {
      files: new Map([...known].toSorted(([one], [other]) => (one < other ? -1 : 1))),
      folders: named('folder').toSorted(),
    },
    names: entries.map(entry => entry.name),
  }
}

/** The files that are as they were. */
async function unchanged(
  files: FileSystem,
  path: string,
  names: readonly string[],
  before: KnownFolder | undefined,
): Promise<Map<string, KnownFile>> {
  const kept = new Map<string, KnownFile>()
  if (before === undefined) return kept
  const infos = await files.linkInfos(names.map(name => join(path, name)))
  for (const [index, name] of names.entries()) {
    const [known, info] = [before.files.get(name), infos[index] ?? null]
    if (known !== undefined && info !== null && isSameInfo(known.info, info)) kept.set(name, known)
  }
  return kept
}

async function fileOf(files: FileSystem, folder: string, name: string, head: FileHead): Promise<KnownFile> {
  return { info: head.info, fingerprint: fingerprintOf(head), ...(await meaning(files, folder, name, head)) }
}

async function meaning(
  files: FileSystem,
  folder: string,
  name: string,
  head: FileHead,
): Promise<Pick<KnownFile, 'head' | 'damage'>> {
  const isItem = !ownFiles.some(own => own === name) && !isEnvironments(folder)
  const quick = isItem || name === 'folder.yml' ? headOf(head) : null
  if (quick !== null) return 'code' in quick ? { head: null, damage: quick } : { head: quick, damage: null }
  const bytes =
    head.info.sizeBytes <= head.bytes.byteLength
      ? head.bytes
      : await files.read(join(folder, name)).catch(() => null)
  if (bytes === null) return { head: null, damage: damage('UNREADABLE') }
  return meaningOf(headOfFile(name, isEnvironments(folder), bytes))
}

/** The head of any file of a workspace, read whole. */
function headOfFile(name: string, isEnvironment: boolean, bytes: Uint8Array): Result<Head, Damage> {
  if (isEnvironment) return named('environment', readDocument(bytes, environmentFormat))
  if (name === 'opencollection.yml') return headOfCollection(readDocument(bytes, collectionFormat))
  if (name === 'workspace.yml') return named('workspace', readDocument(bytes, workspaceFormat))
  const read =
    name === 'folder.yml' ? readDocument<Item>(bytes, folderFormat) : readDocument<Item>(bytes, itemFormat)
  return read.ok ? ok(headOfItem(read.value.noun)) : read
}

function named(
  type: string,
  read: Result<ReadDocument<{ readonly name: string }>, Damage>,
): Result<Head, Damage> {
  return read.ok ? ok({ type, name: read.value.noun.name, method: '' }) : read
}

function headOfCollection(read: Result<ReadDocument<Collection>, Damage>): Result<Head, Damage> {
  const head = named('collection', read)
  return head.ok && read.ok && read.value.noun.isSample ? ok({ ...head.value, isSample: true }) : head
}

function meaningOf(read: Result<Head, Damage>): Pick<KnownFile, 'head' | 'damage'> {
  return read.ok ? { head: read.value, damage: null } : { head: null, damage: read.failure }
}

/** Whether the folder is one of environments: its files are no requests. */
function isEnvironments(folder: string): boolean {
  return /(?:^|[\\/])environments$/.test(folder)
}

function unreadable(code: 'LINK' | 'UNREADABLE'): KnownFile {
  const info = { kind: 'other', sizeBytes: -1, modifiedMs: -1, mode: 0, identity: '' } as const
  return { info, head: null, damage: damage(code), fingerprint: '' }
}

function isSameInfo(one: FileInfo, other: FileInfo): boolean {
  return (
    one.sizeBytes === other.sizeBytes &&
    one.modifiedMs === other.modifiedMs &&
    one.identity === other.identity
  )
}

/** The same for files of the same content, from their first {@link headBytes} bytes and their size. */
export function fingerprintOf({ info, bytes }: FileHead): string {
  // Not a checksum: a file made to have that of another would get its secrets.
  return info.sizeBytes === 0 ? '' : `${info.sizeBytes}:${hash('sha256', bytes, 'base64url')}`
}

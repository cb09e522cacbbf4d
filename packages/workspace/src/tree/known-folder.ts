import { hash } from 'node:crypto'
import { join, sep } from 'node:path'
import { errorCodeOf, type FileHead, type FileInfo, type FileSystem, type FolderEntry } from '@parley/files'
import { type Collection, type Item, ok, type Result, type WorkspaceFile } from '@parley/model'
import { type Damage, damage } from '../documents/damage.ts'
import type { ReadDocument } from '../documents/document.ts'
import {
  collectionFormat,
  environmentFormat,
  folderFormat,
  itemFormat,
  workspaceFormat,
} from '../documents/document-format.ts'
import { readAnyDocument } from '../documents/long-documents.ts'
import { type Head, headBytes, headOf, headOfItem } from './head.ts'
import { mayHaveExamples, scannedExamples, writtenExamples } from './listed-examples.ts'

/** A file of the workspace as last seen. */
export interface KnownFile {
  readonly info: FileInfo
  readonly head: Head | null
  readonly damage: Damage | null
  /** Equal for files with the same content, to recognise a moved file; empty for an empty file. */
  readonly fingerprint: string
}

/** A folder of the workspace as last seen, by the names in it. */
export interface KnownFolder {
  readonly files: ReadonlyMap<string, KnownFile>
  readonly folders: readonly string[]
  /** Whether it has the `bruno.json` of a collection of Bruno; absent: no. */
  readonly isOfBruno?: true
}

/** The files that describe their folder; they are not items. */
export const ownFiles = ['opencollection.yml', 'folder.yml', 'workspace.yml'] as const

/** Returns whether Parley reads an entry of a workspace folder. */
function isOurs({ name, kind }: FolderEntry): boolean {
  if (name.startsWith('.')) return false
  if (kind === 'folder') return name !== 'node_modules'
  return /\.ya?ml$/.test(name) && kind !== 'other'
}

/**
 * How much a scan of a folder reads. `names`: only what a list shows, at half the cost; later changes and
 * moves of files are then not recognised.
 */
export type ScanDepth = 'whole' | 'names'

/** The result of one scan of a folder. */
export interface FolderScan {
  readonly folder: KnownFolder
  /** All names in it, including those that Parley does not read. */
  readonly names: readonly string[]
}

/**
 * Reads the names of a folder, and those of its files that changed since `before`. Returns null if there is
 * no folder; if the system fails for another reason, the folder counts as unchanged.
 */
export async function readKnownFolder(
  files: FileSystem,
  path: string,
  before: KnownFolder | undefined,
  depth: ScanDepth,
): Promise<FolderScan | null> {
  try {
    return await scanFolder(files, path, before, depth)
  } catch (error) {
    const code = errorCodeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    if (code === '') throw error
    return { folder: before ?? { files: new Map(), folders: [] }, names: [] }
  }
}

async function scanFolder(
  files: FileSystem,
  path: string,
  before: KnownFolder | undefined,
  depth: ScanDepth,
): Promise<FolderScan> {
  const entries = await files.list(path)
  const ours = entries.filter(isOurs)
  const named = (kind: FolderEntry['kind']) =>
    ours
      .filter(entry => entry.kind === kind)
      .map(entry => entry.name)
      .toSorted()
  const names = named('file')
  const known = await unchanged(files, path, names, before)
  const changed = known.size === 0 ? names : names.filter(name => !known.has(name))
  const paths = changed.map(name => `${path}${sep}${name}`)
  const heads = await (depth === 'whole' ? files.readHeads(paths, headBytes) : readNames(files, paths))
  const isOfEnvironments = isEnvironments(path)
  for (const [index, name] of changed.entries()) {
    const head = heads[index] ?? null
    if (head === null) known.set(name, unreadable('UNREADABLE'))
    else {
      // A promise for each of thousands of files would cost more than reading the head.
      const quick = summaryFromHead(name, isOfEnvironments, head)
      const summary = quick ?? (await summaryFromWhole(files, path, name, head))
      const isRequest = quick?.head?.type === 'http' || quick?.head?.type === 'graphql'
      const listed =
        depth === 'whole' && isRequest ? await withExamples(files, path, name, head, summary) : summary
      const shown = reusingExamples(listed, before?.files.get(name))
      known.set(name, { info: head.info, fingerprint: fingerprintIn(head), ...shown })
    }
  }
  for (const name of named('link')) known.set(name, unreadable('LINK'))
  const isSorted = changed.length === known.size
  return {
    folder: {
      files: isSorted ? known : new Map([...known].toSorted(([one], [other]) => (one < other ? -1 : 1))),
      folders: named('folder'),
      ...(entries.some(({ name }) => name === 'bruno.json') ? { isOfBruno: true } : {}),
    },
    names: entries.map(entry => entry.name),
  }
}

/** Reads the heads of files without checking whether the files changed. */
async function readNames(files: FileSystem, paths: readonly string[]): Promise<readonly (FileHead | null)[]> {
  const starts = await files.readStarts(paths, headBytes)
  return starts.map(bytes => {
    if (bytes === null) return null
    const sizeBytes = bytes.byteLength < headBytes ? bytes.byteLength : Number.POSITIVE_INFINITY
    return { info: { ...unknownInfo, sizeBytes }, bytes }
  })
}

/** Returns the unchanged files. */
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

type FileSummary = Pick<KnownFile, 'head' | 'damage'>

/** Returns the summary of a file from its first bytes; null if they do not suffice. */
function summaryFromHead(name: string, isOfEnvironments: boolean, head: FileHead): FileSummary | null {
  const isItem = !ownFiles.some(own => own === name) && !isOfEnvironments
  const quick = isItem || name === 'folder.yml' ? headOf(head) : null
  if (quick === null) return null
  return 'code' in quick ? { head: null, damage: quick } : { head: quick, damage: null }
}

async function summaryFromWhole(
  files: FileSystem,
  folder: string,
  name: string,
  head: FileHead,
): Promise<FileSummary> {
  const bytes =
    head.info.sizeBytes <= head.bytes.byteLength
      ? head.bytes
      : await files.read(join(folder, name)).catch(() => null)
  if (bytes === null) return { head: null, damage: damage('UNREADABLE') }
  return summaryOf(await headOfFile(name, isEnvironments(folder), bytes))
}

/** Adds the examples of a request, which are at the end of its file. */
async function withExamples(
  files: FileSystem,
  folder: string,
  name: string,
  start: FileHead,
  summary: FileSummary,
): Promise<FileSummary> {
  const isWhole = start.info.sizeBytes <= start.bytes.byteLength
  const bytes = isWhole ? start.bytes : await files.read(join(folder, name)).catch(() => null)
  if (bytes === null || summary.head === null || !mayHaveExamples(bytes)) return summary
  const examples = summary.head.type === 'http' ? writtenExamples(bytes) : null
  if (examples === null) return summaryOf(await headOfFile(name, false, bytes))
  return { ...summary, head: { ...summary.head, examples } }
}

/** Keeps the list of examples of the file as it was if it is equal, so that its entry stays the same. */
function reusingExamples(summary: FileSummary, before: KnownFile | undefined): FileSummary {
  const [now, earlier] = [summary.head?.examples, before?.head?.examples]
  if (summary.head === null || now === undefined || earlier === undefined) return summary
  const isEqual =
    now.length === earlier.length &&
    now.every(({ name, digest }, index) => name === earlier[index]?.name && digest === earlier[index].digest)
  return isEqual ? { ...summary, head: { ...summary.head, examples: earlier } } : summary
}

/** Returns the head of any file of a workspace, which is read completely. */
async function headOfFile(
  name: string,
  isEnvironment: boolean,
  bytes: Uint8Array,
): Promise<Result<Head, Damage>> {
  if (isEnvironment) return named('environment', await readAnyDocument(bytes, environmentFormat))
  if (name === 'opencollection.yml') return headOfCollection(await readAnyDocument(bytes, collectionFormat))
  if (name === 'workspace.yml') return headOfWorkspace(await readAnyDocument(bytes, workspaceFormat))
  const read = await (name === 'folder.yml'
    ? readAnyDocument<Item>(bytes, folderFormat)
    : readAnyDocument<Item>(bytes, itemFormat))
  if (!read.ok) return read
  const { entity } = read.value
  return ok(headOfItem(entity, scannedExamples(bytes, entity)))
}

function named(
  type: string,
  read: Result<ReadDocument<{ readonly name: string }>, Damage>,
): Result<Head, Damage> {
  return read.ok ? ok({ type, name: read.value.entity.name, method: '' }) : read
}

function headOfWorkspace(read: Result<ReadDocument<WorkspaceFile>, Damage>): Result<Head, Damage> {
  const head = named('workspace', read)
  if (!head.ok || !read.ok) return head
  const { collections } = read.value.entity
  return collections == null ? head : ok({ ...head.value, collections })
}

function headOfCollection(read: Result<ReadDocument<Collection>, Damage>): Result<Head, Damage> {
  const head = named('collection', read)
  return head.ok && read.ok && read.value.entity.isSample ? ok({ ...head.value, isSample: true }) : head
}

function summaryOf(read: Result<Head, Damage>): FileSummary {
  return read.ok ? { head: read.value, damage: null } : { head: null, damage: read.failure }
}

/** Returns whether a folder contains environments, so that its files are not requests. */
function isEnvironments(folder: string): boolean {
  return /(?:^|[\\/])environments$/.test(folder)
}

function unreadable(code: 'LINK' | 'UNREADABLE'): KnownFile {
  return { info: unknownInfo, head: null, damage: damage(code), fingerprint: '' }
}

const unknownInfo = {
  kind: 'other',
  sizeBytes: -1,
  modifiedMs: -1,
  mode: 0,
  ownerId: 0,
  identity: '',
} as const

function isSameInfo(one: FileInfo, other: FileInfo): boolean {
  return (
    one.sizeBytes === other.sizeBytes &&
    one.modifiedMs === other.modifiedMs &&
    one.identity === other.identity
  )
}

/** Returns a text that is another one once the name, the size or the time of a file in a folder changes. */
export function stateOf({ files }: KnownFolder): string {
  const infos = [...files].map(([name, { info }]) => [name, info.sizeBytes, info.modifiedMs, info.identity])
  return hash('sha256', JSON.stringify(infos), 'base64url')
}

/** Returns an empty text if only the first bytes are known. */
function fingerprintIn(head: FileHead): string {
  return head.info.identity === '' ? '' : fingerprintOf(head)
}

/**
 * Returns a text that is equal for files with the same content, from their first {@link headBytes} bytes and
 * their size.
 */
export function fingerprintOf({ info, bytes }: FileHead): string {
  // A cryptographic hash: a file made to collide with another one would get its secrets.
  return info.sizeBytes === 0 ? '' : `${info.sizeBytes}:${hash('sha256', bytes, 'base64url')}`
}

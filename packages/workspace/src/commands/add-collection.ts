import { errorCodeOf, isTakenError } from '@parley/files'
import { failed, ok, type Result } from '@parley/model'
import type { IntentJournal } from '../identity/intent-journal.ts'
import type { SecretStore } from '../secrets/secret-store.ts'
import type { KnownWorkspace } from '../tree/known-workspace.ts'
import { childPath } from '../tree/workspace-path.ts'
import {
  damaged,
  fileChanged,
  notWritten,
  secretsLocked,
  type WorkspaceFailure,
} from '../workspace-failure.ts'
import {
  type CollectionFile,
  type CollectionToWrite,
  collectionFiles,
  type LeftOut,
} from './collection-files.ts'
import type { CollectionList } from './collection-list.ts'
import { writeNewTree } from './write-new-tree.ts'

/** A collection to be added as a whole. */
export interface NewCollection extends CollectionToWrite {
  /** Further files, such as a report; `path` is relative to the collection's folder. */
  readonly notes: readonly { readonly path: string; readonly text: string }[]
}

/** The path of the added collection, and the items that no file can hold. */
export interface AddedCollection {
  readonly path: string
  readonly leftOut: readonly LeftOut[]
}

/** The stores and files that {@link addCollection} uses. */
export interface AddingParts {
  readonly known: KnownWorkspace
  readonly secrets: SecretStore
  readonly journal: IntentJournal
  readonly list: CollectionList
}

/** Writes a collection to a path that must be free: all of its files, or none. */
export async function addCollection(
  { known, secrets, journal, list }: AddingParts,
  path: string,
  { notes, ...added }: NewCollection,
): Promise<Result<AddedCollection, WorkspaceFailure>> {
  const { folders, files, leftOut } = await collectionFiles(added)
  const own = files.find(file => file.path === 'opencollection.yml')
  const [first] = leftOut
  if (own === undefined && first !== undefined) return failed(damaged(path, first.damage))
  const noteFolders = [...new Set(notes.flatMap(note => foldersOf(note.path)))]
  const ids = files.map(file => known.identities.create(childPath(path, file.path)))
  return journal.during({ kind: 'create', path, ids }, async () => {
    if (!(await keepSecrets(known, secrets, path, files))) return failed(secretsLocked(path))
    try {
      const allFolders = [...new Set([...folders, ...noteFolders])]
      await writeNewTree(known.files, known.absolute(path), allFolders, [...files, ...notes])
    } catch (error) {
      if (errorCodeOf(error) === '') throw error
      return failed(isTakenError(error) ? fileChanged(path) : notWritten(path, errorCodeOf(error)))
    }
    await known.scanAfterOwnChange([path], [''])
    await list.follow({ from: null, to: path })
    return ok({ path, leftOut })
  })
}

/** Stores the secrets before the files exist, so that no file ever lists a secret without a value. */
async function keepSecrets(
  known: KnownWorkspace,
  secrets: SecretStore,
  folder: string,
  files: readonly CollectionFile[],
): Promise<boolean> {
  try {
    for (const file of files)
      if (file.secrets.size > 0)
        await secrets.write(known.identities.idOf(childPath(folder, file.path)), file.secrets)
    return true
  } catch {
    return false
  }
}

function foldersOf(path: string): readonly string[] {
  const steps = path.split('/').slice(0, -1)
  return steps.map((_, index) => steps.slice(0, index + 1).join('/'))
}

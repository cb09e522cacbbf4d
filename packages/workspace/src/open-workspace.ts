import { errorCodeOf, type FileSystem } from '@parley/files'
import { failed, ok, type Result } from '@parley/model'
import { Identities } from './identity/identities.ts'
import type { IdentityStore } from './identity/identity-store.ts'
import { IntentJournal } from './identity/intent-journal.ts'
import type { SecretStore } from './secrets/secret-store.ts'
import { Trash } from './trash/trash.ts'
import type { ScanDepth } from './tree/known-folder.ts'
import { KnownWorkspace } from './tree/known-workspace.ts'
import { type CheckedFolders, noCheckedFolders } from './watch/checked-folders.ts'
import { Workspace } from './workspace.ts'
import { WorkspaceDocuments } from './workspace-documents.ts'
import { notRead, type WorkspaceFailure } from './workspace-failure.ts'

/** The host's services for a workspace; everything is stored outside the workspace's folder. */
export interface WorkspaceHost {
  readonly files: FileSystem
  readonly secrets: SecretStore
  readonly identities: IdentityStore
  /** Remembers what {@link Workspace.check} read; without it, each start reads all files once. */
  readonly checkedFolders?: CheckedFolders
  /** The folder for deleted entries of this workspace only; created when first needed. */
  readonly trashFolder: string
  /** `names` for a host that reads only once and keeps no identities; `whole` by default. */
  readonly depth?: ScanDepth
  /** Returns milliseconds since 1970; the system's clock by default. */
  readonly now?: () => number
}

/**
 * Opens the folder of a workspace, or of one collection. It reads only names and the heads of files, and
 * writes only to finish what killed processes left incomplete. Damaged files are listed as damaged.
 */
export async function openWorkspace(
  host: WorkspaceHost,
  folder: string,
): Promise<Result<Workspace, WorkspaceFailure>> {
  const { files, secrets, trashFolder, checkedFolders = noCheckedFolders, now = Date.now } = host
  let root: string
  try {
    root = await files.realPath(folder)
    await files.list(root)
  } catch (error) {
    if (errorCodeOf(error) === '') throw error
    return failed(notRead(folder, errorCodeOf(error)))
  }
  const identities = await Identities.load(host.identities, now)
  const known = new KnownWorkspace(files, root, identities, host.depth)
  const trash = new Trash(files, trashFolder)
  const absolute = (path: string) => known.absolute(path)
  const journal = new IntentJournal({ files, identities, secrets, trash, absolute })
  const documents = new WorkspaceDocuments(known, secrets, journal)
  const workspace = new Workspace({ known, documents, secrets, journal, trash, checkedFolders, now })
  await workspace.recover()
  await trash.sweep(now())
  return ok(workspace)
}
